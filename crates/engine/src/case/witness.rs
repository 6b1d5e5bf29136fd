//! What a run of a case has shown: the rules that were cited and the refusals that were provoked.

use crate::{Game, Log, Refusal, Rule, Seated, Viewer};
use std::collections::BTreeSet;

/// What a run of a case has shown. A case that names a rule proves it only if the rule was cited on the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// The rules cited by refusals, sums of odds, effects, obligations, badges, tracks, points and events.
    pub rules: BTreeSet<Rule>,
    /// The sentences of the refusals that were provoked, by their ids.
    pub refusals: BTreeSet<&'static str>,
}

impl Witness {
    /// A refusal that the case expects.
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        self.rules.extend(&refusal.rules);
        self.refusals.insert(refusal.text.id);
    }

    /// What stands beside a decision: the sum of the combat, what each choice would do, what is owed.
    pub(super) fn decision<G: Game>(&mut self, table: &Seated<G>) {
        let (game, state) = (&table.game, table.state());
        if let Some(odds) = game.odds(state, Viewer::Referee) {
            self.rules.extend(odds.items().flat_map(|i| &i.rules));
        }
        let offers = game.offers(table.at_desk(), Viewer::Referee);
        self.rules.extend(offers.iter().flat_map(|o| &o.effects).map(|e| e.rule));
        self.rules.extend(game.owed(table.at_desk()).iter().map(|o| o.rule));
    }

    /// What lies on the table at the end, the decision that is open then, and everything that has
    /// happened.
    pub(super) fn end<G: Game>(&mut self, table: &Seated<G>, log: &Log) {
        self.table(table);
        self.rules.extend(log.events().iter().flat_map(|e| &e.rules));
    }

    /// What lies on the table, and the decision that is open.
    pub(crate) fn table<G: Game>(&mut self, table: &Seated<G>) {
        self.decision(table);
        let (game, state) = (&table.game, table.state());
        let units = game.units(state, Viewer::Referee);
        self.rules.extend(units.iter().flat_map(|u| &u.badges).map(|b| b.rule));
        for track in game.tracks(state, Viewer::Referee) {
            self.rules.insert(track.rule);
            self.rules.extend(track.items.iter().map(|(_, rule)| rule));
        }
        self.rules.extend(game.points(state).items.iter().map(|i| i.rule));
        self.rules.extend(game.outcome(state).iter().flat_map(|o| &o.rules));
    }

    /// A rule that was cited and is of no book of the game.
    pub(crate) fn check_books<G: Game>(&self, game: &G) -> Result<(), String> {
        let foreign = |rule: &&Rule| !game.books().iter().any(|book| book.has(**rule));
        match self.rules.iter().find(foreign) {
            Some(rule) => Err(format!("{rule} of {} is cited, which is another book", rule.book())),
            None => Ok(()),
        }
    }
}
