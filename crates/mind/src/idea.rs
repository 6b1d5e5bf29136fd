//! What a plan can be made after: each idea is a paragraph of what a player knows, with a name that he would use.
//!
//! An idea bends what things are worth to Captain's planner, and some change what is planned at all ([`Posture`]). Which of
//! them is good in a position nobody says here: they are played out (`general`).

use crate::Weights;
use crate::mind::{Mind, Prizes};
use crate::plan::Planner;
use hex::HexId;
use std::sync::Arc;

/// What a plan is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posture {
    /// Attacks, garrisons, marches, entrenchments.
    Usual,
    /// Nobody attacks and nobody marches; who can entrench does.
    Stand,
    /// Those who attack move; all others stand.
    CounterAttack,
    /// Nobody stays beside an enemy unless he holds a place.
    OutOfContact,
    /// The place that pulls most, against all others.
    OnePlace,
    /// What is held pulls, what could be taken does not.
    Fortress,
    /// The line that contains the enemy is held in strength, by whoever is strongest.
    Contain,
    /// Everybody in reach goes to the places without which the game is lost.
    Citadel,
    /// Into the back of the enemy, where his retreats are blocked.
    Encircle,
}

impl Posture {
    /// Whether attacks are planned.
    pub fn attacks(self) -> bool {
        !matches!(self, Posture::Stand | Posture::OutOfContact)
    }

    /// Whether those who are left march to the aims.
    pub fn marches(self) -> bool {
        !matches!(self, Posture::Stand | Posture::CounterAttack)
    }
}

/// What a plan can be made after.
pub struct Idea {
    /// Its name in figures and files.
    pub id: &'static str,
    /// What it says to do, in the imperative, to stand in a sentence.
    pub name: &'static str,
    /// What is planned.
    pub posture: Posture,
    /// How it bends what things are worth.
    bend: fn(&mut Weights),
}

impl std::fmt::Debug for Idea {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

impl Idea {
    /// What things are worth under this idea.
    pub fn shaded(&self, weights: &Arc<Weights>) -> Arc<Weights> {
        let mut bent = Weights::clone(weights);
        (self.bend)(&mut bent);
        if bent == **weights { Arc::clone(weights) } else { Arc::new(bent) }
    }
}

/// What a general tries, Captain's own plan first; a short budget sees the first of them only.
pub static IDEAS: &[Idea] = &[
    // Attack where the odds are good, hold what the enemy can walk into, march to the places that count.
    Idea { id: "captain", name: "the usual plan", posture: Posture::Usual, bend: |_| {} },
    // Attack below the odds that are wanted at other times, follow up, and let losses be losses: time is worth more.
    Idea {
        id: "bold",
        name: "attack all along the line",
        posture: Posture::Usual,
        bend: |w| {
            (w.least, w.exposure, w.commit) = (w.least.min(0) - 50, w.exposure / 4, 0);
            (w.loss, w.forced) = (w.loss * 7 / 10, w.forced / 2);
        },
    },
    // Nobody leaves his hex: entrenched units oblige nobody to attack, cost the enemy columns, and leave no gaps while they march.
    Idea { id: "stand", name: "stand and dig in", posture: Posture::Stand, bend: |_| {} },
    // Only sure attacks, out of reach of massed counter-blows, with a neighbour on either side.
    Idea {
        id: "line",
        name: "keep a closed line",
        posture: Posture::Usual,
        bend: |w| {
            (w.link, w.exposure) = (w.link * 4 + 10, w.exposure * 2 + 20);
            w.least = w.least.max(0) * 2 + 60;
        },
    },
    // Points are on the ground: go and stand there, fight only what is in the way.
    Idea {
        id: "grab",
        name: "take ground",
        posture: Posture::Usual,
        bend: |w| {
            (w.place, w.take, w.exposure) = (w.place * 3, w.take * 2, w.exposure / 2);
            w.aims.values_mut().for_each(|pull| *pull *= 2);
            w.ground = w.ground * 2 + 20;
        },
    },
    // Whoever is not beside the enemy cannot be attacked at once and need not attack: step back behind the next river.
    Idea {
        id: "back",
        name: "break contact",
        posture: Posture::OutOfContact,
        bend: |w| (w.exposure, w.link) = (w.exposure * 2 + 20, w.link * 2),
    },
    // Hit what has come too far, with what is near; everybody else stays in his hole.
    Idea {
        id: "counter",
        name: "counter-attack from prepared positions",
        posture: Posture::CounterAttack,
        bend: |w| w.least /= 2,
    },
    // The places that count are held in strength, others are given up for them.
    Idea {
        id: "fortress",
        name: "hold the places that count",
        posture: Posture::Fortress,
        bend: |w| (w.garrison, w.assign, w.least) = (w.garrison * 3, 1, w.least.max(0) * 2 + 60),
    },
    // One breakthrough is worth more than four bulges: everything that can reach it goes for one place.
    Idea {
        id: "one",
        name: "everything on one place",
        posture: Posture::OnePlace,
        bend: |w| w.exposure /= 2,
    },
    // Losses of the enemy before everything else, by overwhelming odds.
    Idea {
        id: "mass",
        name: "destroy units at high odds",
        posture: Posture::Usual,
        bend: |w| {
            (w.kill, w.commit, w.link) = (w.kill * 3 / 2, 0, w.link * 3);
            w.place /= 2;
        },
    },
    // A unit that cannot retreat is lost to any result: stand behind it first.
    Idea {
        id: "encircle",
        name: "get behind them",
        posture: Posture::Encircle,
        bend: |w| w.exposure /= 2,
    },
    // A ring of one counter each is broken wherever he likes: fewer posts matter, and each must stand an attack.
    Idea {
        id: "contain",
        name: "keep them surrounded in strength",
        posture: Posture::Contain,
        bend: |_| {},
    },
    // The game ends with one city: an army that is beaten in front of it has not stood in it. Layers around it, entrenched.
    Idea {
        id: "citadel",
        name: "defend in depth around the key city",
        posture: Posture::Citadel,
        bend: |w| (w.exposure, w.least) = (w.exposure / 2, w.least.max(0) * 2 + 60),
    },
    // Win time: nobody fights who need not, and nobody stands where he can be hit hard.
    Idea {
        id: "careful",
        name: "preserve the army",
        posture: Posture::Usual,
        bend: |w| {
            (w.least, w.exposure) = (w.least.max(0) * 3 + 200, w.exposure * 3 + 30);
            (w.loss, w.supply) = (w.loss * 3 / 2, 100);
        },
    },
];

/// What Captain plans after.
pub(crate) fn usual() -> &'static Idea {
    &IDEAS[0]
}

/// An enemy who is not as he is thought to be: he attacks whatever he can.
pub(crate) fn reckless(weights: &Weights) -> Weights {
    let mut bent = weights.clone();
    (bent.least, bent.exposure, bent.loss) = (bent.least.min(0) - 50, 0, bent.loss * 6 / 10);
    bent
}

/// A place pulls so many times what it is worth where everything goes there.
const ALL_THERE: i64 = 5;
/// In a citadel the key pulls so many times what it is worth, and the other places so many times less.
const KEY: i64 = 6;
/// What is held pulls so many times what it is worth in a fortress.
const HELD: i64 = 3;

impl<G: Mind> Planner<'_, G> {
    /// Changes what pulls, as a posture wants it.
    pub(crate) fn take_posture(&mut self, posture: Posture) {
        match posture {
            Posture::OnePlace => self.pull_to_one(),
            Posture::Fortress => {
                for aim in self.survey.aims.iter_mut().filter(|a| a.hold) {
                    aim.pull *= HELD;
                }
            }
            Posture::Encircle => self.pull_behind(),
            Posture::Citadel => {
                for aim in &mut self.survey.aims {
                    let is_key = aim.hold && aim.is_key;
                    aim.pull = if is_key { aim.pull * KEY } else { aim.pull / KEY };
                    aim.need *= if is_key { KEY } else { 1 };
                }
            }
            Posture::Contain
            | Posture::Usual
            | Posture::Stand
            | Posture::CounterAttack
            | Posture::OutOfContact => {}
        }
    }

    /// Everything is drawn to the place that pulls most for how far the army is from it.
    fn pull_to_one(&mut self) {
        let own: Vec<HexId> = self.survey.of_side(self.survey.side).map(|p| p.hex).collect();
        let way = |field: &[u16]| {
            let mut ways: Vec<u16> = own.iter().map(|h| field[h.index()]).collect();
            ways.sort_unstable();
            i64::from(ways.get(ways.len() / 4).copied().unwrap_or(0))
        };
        let aims = self.survey.aims.iter().zip(&self.survey.fields).enumerate();
        let open = aims.filter(|(_, (aim, _))| !aim.hold);
        let best = open
            .max_by_key(|(i, (aim, field))| {
                (aim.pull - way(field) * self.weights.march, std::cmp::Reverse(*i))
            })
            .map(|(i, _)| i);
        if let Some(aim) = best.and_then(|i| self.survey.aims.get_mut(i)) {
            (aim.pull, aim.need) = (aim.pull * ALL_THERE, aim.need * ALL_THERE);
        }
    }

    /// Hexes behind the enemy, where none of the own stand beside him yet, are worth standing in.
    fn pull_behind(&mut self) {
        let grid = &self.game.map().grid;
        let side = self.survey.side;
        let own = self.survey.hexes_of(side);
        let mut prizes = std::mem::take(&mut self.prizes);
        if prizes.under.is_empty() {
            prizes = Prizes { under: vec![0; grid.len()], beside: vec![0; grid.len()] };
        }
        let near = |hex: HexId| own.iter().map(|&h| grid.distance(h, hex)).min();
        for enemy in self.survey.hexes_of(side.other()) {
            let Some(way) = near(enemy).filter(|&way| way <= NEAR) else { continue };
            for hex in grid.around(enemy) {
                if near(hex).is_some_and(|behind| behind > way) {
                    prizes.under[hex.index()] += self.weights.push.max(20);
                }
            }
        }
        self.prizes = prizes;
    }

    /// Nobody goes to stand beside an enemy, and who does so leaves, unless he must hold where he is.
    pub(crate) fn keep_away(&mut self) {
        let grid = &self.game.map().grid;
        let enemy = &self.survey.defence[self.survey.side.other()];
        for mover in &mut self.movers {
            let free = |h: &HexId| grid.around(*h).all(|n| enemy[n.index()] == 0);
            if mover.reach.iter().any(free) {
                mover.reach.retain(free);
            }
        }
    }
}

/// Enemies within so many hexes can be surrounded.
const NEAR: u16 = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_plan_comes_first_and_every_name_is_there_once() {
        assert_eq!(usual().id, "captain");
        for (i, idea) in IDEAS.iter().enumerate() {
            assert!(IDEAS[..i].iter().all(|other| other.id != idea.id), "{}", idea.id);
        }
    }
}
