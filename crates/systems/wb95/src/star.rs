//! Stars [15.1], on the ground and in the air [21.1.1].

use crate::book::Stars;
use crate::class::{Role, Star};
use crate::combat::Shift;
use crate::decision::*;
use crate::game::Wb95;
use crate::state::{Combat, Mark, State};
use crate::verb::DONE;
use board::{Side, UnitId};
use engine::{No, Odds, Text, Viewer};

impl<B: Book> Wb95<B> {
    /// Whether a unit may use its star in the combat in hand [15.1].
    pub fn may_use_star(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        unit: UnitId,
    ) -> Result<(), No> {
        let no = |rule, text| Err(No::new(rule, text).unit(unit));
        let attacking = side == self.active(state);
        let in_combat = match attacking {
            true => combat.attackers.contains(&unit) || self.flies_over(state, combat, side, unit),
            false => {
                unit.index() < self.roster.len()
                    && self.side(unit) == side
                    && state.position.hex(unit).is_some_and(|h| combat.hexes.contains(&h))
                    && !state.position.has_mark(unit, Mark::Fought)
            }
        };
        if !in_combat {
            return no(rule!(B, "15.1.3"), "no.not-in-combat");
        }
        let stars = self.stars(state, unit);
        let Some(&first) = stars.first() else { return no(rule!(B, "15.1.1"), "no.no-star") };
        if combat.stars[side].contains(&unit) {
            return no(rule!(B, "15.1.6"), "no.star-used");
        }
        let mut others = stars.iter();
        if !others.any(|&s| self.may_shine(state, combat, side, s).is_ok()) {
            self.may_shine(state, combat, side, first).map_err(|no| no.unit(unit))?;
        }
        let coloured = B::SENTENCES.stars == Stars::Colours;
        if coloured && attacking && self.attacks_over_big_river(state, combat, unit) {
            return no(rule!(B, "15.1.8"), "no.star-big-river");
        }
        B::may_use_star(self, combat.stars[side].len(), unit)
    }

    /// Why no unit of a side can use a star: there is none, or none counts in this combat.
    pub(crate) fn why_no_star(&self, state: &State<B>, combat: &Combat, side: Side) -> No {
        let in_combat: Vec<UnitId> = match side == self.active(state) {
            true => combat.attackers.to_vec(),
            false => self.defenders(state, combat).collect(),
        };
        let starred = in_combat.iter().any(|&u| !self.stars(state, u).is_empty());
        let plain = starred && B::SENTENCES.stars != Stars::Colours;
        let dark = plain.then(|| self.may_shine_plain(state, combat, side).err()).flatten();
        dark.unwrap_or(No::new(rule!(B, "15.1.3"), "no.no-star-here"))
    }

    /// Whether stars of one colour count: only against mechanised regular units, none of an attacker against fortifications.
    fn may_shine_plain(&self, state: &State<B>, combat: &Combat, side: Side) -> Result<(), No> {
        let Stars::Plain { fortified, mechanised: rule } = B::SENTENCES.stars else {
            return Ok(());
        };
        let attacking = side == self.active(state);
        if attacking && self.is_fortified(state, side.other(), self.reference(state, combat)) {
            return Err(No::new(fortified, "no.black-fortified"));
        }
        let mechanised = |u: UnitId| {
            self.class(u).is_regular()
                && self.class(u).movement.is_motorised()
                && !state.position.has_mark(u, Mark::Fought)
        };
        let meets = match attacking {
            true => self.defenders(state, combat).any(mechanised),
            false => combat.attackers.iter().any(|&u| mechanised(u)),
        };
        if meets { Ok(()) } else { Err(No::new(rule, "no.white-mechanised")) }
    }

    /// Whether a star of a colour counts in the combat in hand [15.1.2].
    pub fn may_shine(
        &self,
        state: &State<B>,
        combat: &Combat,
        side: Side,
        star: Star,
    ) -> Result<(), No> {
        let attacking = side == self.active(state);
        let no = |text| Err(No::new(rule!(B, "15.1.2"), text));
        match star {
            Star::Yellow if !attacking => no("no.yellow-attacks"),
            Star::Black if attacking && self.attacks_fortified(state, combat) => {
                no("no.black-fortified")
            }
            Star::White if !self.meets_mechanised(state, combat, side) => no("no.white-mechanised"),
            Star::Plain => self.may_shine_plain(state, combat, side),
            _ => Ok(()),
        }
    }

    /// The stars that show on a counter (R62).
    pub fn stars(&self, state: &State<B>, unit: UnitId) -> &[Star] {
        let class = self.class(unit);
        let reduced = state.position.steps(unit) < class.cels;
        if reduced && !class.stars_on_reduced { &[] } else { &class.stars }
    }

    fn attacks_fortified(&self, state: &State<B>, combat: &Combat) -> bool {
        let enemy = self.active(state).other();
        combat.hexes.iter().any(|&h| self.is_fortified(state, enemy, h))
    }

    /// Whether the other side of the combat contains a mechanised unit [15.1.2].
    fn meets_mechanised(&self, state: &State<B>, combat: &Combat, side: Side) -> bool {
        match side == self.active(state) {
            true => self.defenders(state, combat).any(|u| {
                self.class(u).is_mechanised() && !state.position.has_mark(u, Mark::Fought)
            }),
            false => combat.attackers.iter().any(|&u| self.class(u).is_mechanised()),
        }
    }

    fn attacks_over_big_river(&self, state: &State<B>, combat: &Combat, unit: UnitId) -> bool {
        let Some(at) = state.position.hex(unit) else { return false };
        let grid = &self.map.grid;
        let mut sides = combat.hexes.iter().filter_map(|&h| grid.side_between(at, h));
        sides.any(|s| self.ground.side(s).big)
    }

    /// The stars of a side that are used and not void, each by its unit (R25).
    pub fn valid_stars(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<UnitId> {
        let attacker = self.active(state);
        let uses = |side: Side, colour: Star| {
            self.used_stars(state, combat, side).iter().any(|(_, s)| *s == colour)
        };
        let enemy_white = uses(side.other(), Star::White);
        // A black star of the defender that our white does not void voids our yellow ones.
        let enemy_black =
            side == attacker && !uses(side, Star::White) && uses(side.other(), Star::Black);
        let void = |star: Star| match star {
            Star::Black => enemy_white,
            Star::Yellow => enemy_white || enemy_black,
            Star::White | Star::Blue | Star::Plain => false,
        };
        let used = self.used_stars(state, combat, side).into_iter();
        used.filter(|(_, s)| !void(*s)).map(|(u, _)| u).collect()
    }

    /// The stars of the units that use them, one by one [15.1.4].
    fn used_stars(&self, state: &State<B>, combat: &Combat, side: Side) -> Vec<(UnitId, Star)> {
        let units = combat.stars[side].iter().copied();
        let stars = units.flat_map(|u| self.stars(state, u).iter().map(move |&s| (u, s)));
        stars.filter(|(_, s)| self.may_shine(state, combat, side, *s).is_ok()).collect()
    }

    /// The columns of the stars.
    pub fn star_shifts(&self, state: &State<B>, combat: &Combat, side: Side, out: &mut Vec<Shift>) {
        let stars = self.valid_stars(state, combat, side);
        for &unit in &stars {
            let text = Text::new("odds.star").unit(unit);
            let (columns, rule) = match self.role(unit) {
                Role::Air => (self.tables.variant.air.star_cm, rule!(B, "21.1.1")),
                _ => (self.tables.core.star_cm, rule!(B, "15.1.3")),
            };
            out.push(Shift::new(side, columns, text, rule).with_rules([
                (stars.len() > 1, rule!(B, "15.1.4")),
                (self.role(unit) == Role::Towed, rule!(B, "15.1.5")),
            ]));
        }
    }
}

impl<B: Book> Wb95<B> {
    /// The units of a side that may use a star in the combat in hand.
    pub(crate) fn starred<'a>(
        &'a self,
        state: &'a State<B>,
        combat: &'a Combat,
        side: Side,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let flying = state.missions.iter().flat_map(|m| m.counters.iter().copied());
        let all = self.units_of(state, side).map(|(u, _)| u).chain(flying);
        all.filter(move |&u| {
            !self.class(u).stars.is_empty() && self.may_use_star(state, combat, side, u).is_ok()
        })
    }
}

/// Who uses his star [15.1.6].
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UseStars {
    /// Whose.
    pub side: Side,
}

impl<B: Book> Decide<Wb95<B>> for UseStars {
    const ID: &'static str = "stars";
    const WRONG: Wrong = (rule!(B, "15.1.6"), "no.choose-unit");

    fn decider(&self, _: &Wb95<B>, _: &State<B>) -> Side {
        self.side
    }

    fn list(&self, game: &Wb95<B>, state: &State<B>, _: &mut Desk, out: &mut Choices) {
        let combat = state.the_combat();
        let may = |&u: &UnitId| game.may_use_star(state, combat, self.side, u).is_ok();
        out.units(game.roster_of(self.side).filter(may));
        out.add(DONE);
    }

    fn may(&self, at: At<'_, B>, choice: Choice) -> Result<(), No> {
        match choice {
            Choice::Unit(unit) => {
                at.game.may_use_star(at.state, at.state.the_combat(), self.side, unit)
            }
            DONE => Ok(()),
            _ => Err(wrong::<B, Self>()),
        }
    }

    fn act(&self, play: &mut Play<'_, B>, _: &Desk, choice: Choice) {
        match choice {
            Choice::Unit(unit) => play.state.the_combat_mut().stars[self.side].push(unit),
            DONE => play.close(),
            _ => impossible(self, choice),
        }
    }

    fn prompt(&self, at: At<'_, B>) -> Asked {
        Text::new("prompt.stars").hexes(&at.state.the_combat().hexes).into()
    }

    fn offer(&self, at: At<'_, B>, choice: Choice) -> Offer {
        ending(at, choice, "verb.go-on")
    }

    fn odds(&self, game: &Wb95<B>, state: &State<B>, _: Viewer) -> Option<Odds> {
        game.combat_odds(state)
    }
}
