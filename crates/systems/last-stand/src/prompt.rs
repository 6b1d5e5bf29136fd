//! What is asked at each decision.

use crate::class::GERMAN;
use crate::game::LastStand;
use crate::state::{FightKind, Move, Phase, Stage, State};
use engine::{Arg, Choice, Prompt, Text};

impl LastStand {
    /// What is asked.
    pub fn ask_for(&self, state: &State) -> Prompt {
        let Some(stage) = state.stage() else {
            return Prompt {
                text: Text::new("prompt.over"),
                facts: Vec::new(),
                stages: vec!["over"],
                secret: false,
            };
        };
        let (name, text) = self.question(state, stage);
        Prompt { text, facts: self.facts_of(state, stage), stages: vec![name], secret: false }
    }

    fn question(&self, state: &State, stage: &Stage) -> (&'static str, Text) {
        let plain = |name: &'static str, id: &'static str| (name, Text::new(id));
        match stage {
            Stage::Exchange => plain("exchange", "prompt.exchange"),
            Stage::ExchangeFor(unit) => {
                ("exchange-for", Text::new("prompt.exchange-for").unit(*unit))
            }
            Stage::Arrivals => plain("arrivals", "prompt.arrivals"),
            Stage::Arrive(unit) => ("arrive", Text::new("prompt.arrive").unit(*unit)),
            Stage::Quota { unit, hex } => {
                ("quota", Text::new("prompt.quota").unit(*unit).hex(*hex))
            }
            Stage::Expend(_) => plain("expend", "prompt.expend"),
            Stage::ExpendTo(unit) => ("expend-to", Text::new("prompt.expend-to").unit(*unit)),
            Stage::Redraw => plain("redraw", "prompt.redraw"),
            Stage::Movement => plain("movement", movement_prompt(state.phase)),
            Stage::Moving(moving) => ("moving", units_text("prompt.moving", &moving.units)),
            Stage::Split(moving) => ("split", units_text("prompt.split", &moving.units)),
            Stage::SupplyMode => plain("supply-mode", "prompt.supply-mode"),
            Stage::Combat => plain("combat", "prompt.combat"),
            Stage::Attack(fight) => {
                let mut choices = Vec::new();
                self.list(state, &mut choices);
                let more = choices.iter().any(|c| matches!(c, Choice::Hex(_)));
                let id = if more { "prompt.attack-more" } else { "prompt.attack" };
                ("attack", Text::new(id).hexes(&fight.targets))
            }
            Stage::Support(fight) => ("support", Text::new("prompt.support").hexes(&fight.targets)),
            Stage::Fight => plain("fight", "prompt.fight"),
            Stage::Air(side) => {
                let attacks = state.fight.as_ref().is_some_and(|f| f.attacker == *side);
                let id = if attacks { "prompt.air-attack" } else { "prompt.air-defence" };
                ("air", self.at_the_fight(state, id))
            }
            Stage::Roll => ("roll", self.roll_text(state)),
            Stage::Loss { side, .. } => {
                ("loss", self.at_the_fight(state, "prompt.loss").side(*side))
            }
            Stage::Points { left, .. } => {
                ("points", self.at_the_fight(state, "prompt.points").n(*left))
            }
            Stage::Converted { left } => {
                ("converted", self.at_the_fight(state, "prompt.converted").n(*left))
            }
            Stage::Retreat(retreat) => {
                let text = units_text("prompt.retreat", &retreat.units);
                ("retreat", text.n(retreat.hexes).side(retreat.side))
            }
            Stage::RetreatStep { units, path, goal } => {
                let left = usize::from(*goal).saturating_sub(path.len() - 1);
                let text = units_text("prompt.retreat-step", units).n(left as i64);
                ("retreat-step", text.hex(path[0]))
            }
            Stage::ZoneLoss(units) => ("zone-loss", units_text("prompt.zone-loss", units)),
            Stage::Follow { path } => {
                let to = path.last().copied().unwrap_or(path[0]);
                ("follow", Text::new("prompt.follow").hex(to))
            }
            Stage::Shortfall { left, units } => {
                ("shortfall", units_text("prompt.shortfall", units).n(*left))
            }
            Stage::Enter => ("enter", self.at_the_fight(state, "prompt.enter")),
            Stage::Advance { .. } => ("advance", self.at_the_fight(state, "prompt.advance")),
            Stage::Advancing { unit, left, .. } => {
                ("advancing", Text::new("prompt.advancing").unit(*unit).n(*left))
            }
            Stage::Overstacked(side) => {
                let hexes = self.overstacked_hexes(state, *side);
                ("overstacked", Text::new("prompt.overstacked").side(*side).hexes(&hexes))
            }
            Stage::SelfDestruction => plain("self-destruction", "prompt.self-destruction"),
            Stage::Drop(chosen) => ("drop", Text::new("prompt.drop").n(chosen.len() as i64 + 1)),
            Stage::Partisans => plain("partisans", "prompt.partisans"),
            Stage::Succour(marker) => {
                let hex = state.partisans.get(usize::from(*marker)).copied();
                let text = Text::new("prompt.succour");
                ("succour", hex.into_iter().fold(text, Text::hex))
            }
            Stage::Reorganize(left) => ("reorganize", Text::new("prompt.reorganize").n(*left)),
            Stage::Fire => plain("fire", "prompt.fire"),
            Stage::FireAt(unit) => ("fire-at", Text::new("prompt.fire-at").unit(*unit)),
            Stage::Ski(left) => ("ski", Text::new("prompt.ski").n(*left)),
        }
    }

    /// The counters that the present action has in hand.
    pub fn in_hand(&self, state: &State) -> Vec<board::UnitId> {
        match state.stage() {
            Some(Stage::Moving(moving) | Stage::Split(moving)) => moving.units.to_vec(),
            Some(Stage::Attack(fight) | Stage::Support(fight)) => {
                fight.attackers.iter().chain(&fight.support).copied().collect()
            }
            Some(Stage::RetreatStep { units, .. }) => units.to_vec(),
            Some(
                Stage::Arrive(unit)
                | Stage::ExchangeFor(unit)
                | Stage::Quota { unit, .. }
                | Stage::ExpendTo(unit)
                | Stage::FireAt(unit)
                | Stage::Advancing { unit, .. },
            ) => vec![*unit],
            _ => Vec::new(),
        }
    }

    /// A question about the fight in hand, with its hexes.
    fn at_the_fight(&self, state: &State, id: &'static str) -> Text {
        let targets = state.fight.as_ref().map(|f| f.targets.to_vec());
        Text::new(id).hexes(&targets.unwrap_or_default())
    }

    fn roll_text(&self, state: &State) -> Text {
        let Some(fight) = &state.fight else { return Text::new("prompt.fight") };
        let id = match fight.kind {
            FightKind::Attack => "prompt.roll",
            FightKind::Overrun => "prompt.roll-overrun",
            FightKind::Katyusha => "prompt.roll-katyusha",
        };
        Text::new(id).hexes(&fight.targets)
    }

    fn facts_of(&self, state: &State, stage: &Stage) -> Vec<Text> {
        match stage {
            Stage::Arrivals if state.phase == Phase::GermanArrivals => {
                vec![Text::new("fact.supply-units").n(state.supply_units)]
            }
            Stage::Arrivals => {
                let quota = self.tables.arrival.edge_quota;
                let fact = Text::new("fact.quota")
                    .with("north", Arg::Number(state.quota[0].into()))
                    .with("south", Arg::Number(state.quota[1].into()));
                vec![fact.n(quota)]
            }
            Stage::Moving(moving) => vec![self.left_fact(moving)],
            Stage::Movement => self.reaction_fact(state),
            Stage::Combat if state.phase.side() == GERMAN => {
                let ready = self.roster.units().filter(|&u| self.uses_left(state, u) > 0).count();
                vec![Text::new("fact.support").n(ready as i64)]
            }
            _ => Vec::new(),
        }
    }

    fn left_fact(&self, moving: &Move) -> Text {
        let least = moving.units.iter().map(|&u| moving.left(self.facts(u).mobility)).min();
        Text::new("fact.left").with("left", Arg::Mp(least.unwrap_or(hex::Mp::ZERO)))
    }

    fn reaction_fact(&self, state: &State) -> Vec<Text> {
        let table = &self.tables.reaction;
        let (id, used, limit) = match state.phase {
            Phase::GermanReaction => {
                ("fact.stacks", state.reacting.len() as u8, table.german_stacks)
            }
            Phase::SovietReaction => ("fact.tanks", state.reacted, table.soviet_tanks),
            _ => return Vec::new(),
        };
        vec![Text::new(id).n(used).with("limit", Arg::Number(limit.into()))]
    }
}

fn movement_prompt(phase: Phase) -> &'static str {
    match phase {
        Phase::GermanReaction | Phase::SovietReaction => "prompt.reaction",
        Phase::GermanExploit | Phase::SovietExploit => "prompt.exploit",
        Phase::KatyushaMovement => "prompt.katyusha-movement",
        _ => "prompt.movement",
    }
}

fn units_text(id: &'static str, units: &[board::UnitId]) -> Text {
    Text::new(id).with("units", Arg::Units(units.to_vec()))
}
