//! From what the rules say to what a viewer reads.

use crate::seen::Counters;
use crate::shown::{
    AreaShown, BadgeShown, BattleShown, BecauseShown, BoxShown, BundleShown, EffectShown,
    MoveShown, NoteShown, OddsItemShown, OddsOutcomeShown, OddsShown, OfferShown, OutcomeShown,
    OverlayShown, OwedShown, PhaseShown, PhaseState, PointItemShown, PointsShown, PromptShown,
    Shared, Shown, SignShown, StrengthShown, TrackItemShown, TrackShown, TurnShown, UnitShown,
};
use crate::view::{
    Area, Badge, Battle, BoxView, Bundle, Effect, Note, Offer, Overlay, Owed, PointItem, Points,
    Sign, TrackView, UnitView,
};
use crate::{
    Catalogue, Choice, Event, Game, Language, Moved, Odds, OddsItem, OddsOutcome, Outcome, Part,
    Prompt, Refusal, Refused, Seated, Table, Text, Told, TurnInfo, Verb, Viewer,
};
use board::{Side, UnitId};
use hex::{HexId, HexNumber};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Deref;

impl<G: Game> Seated<G> {
    /// The table in the words of a language.
    pub(crate) fn in_words(&self, language: Language) -> InWords<'_, G> {
        InWords { table: self, words: self.game.catalogue().of(language), language }
    }

    fn hexes(&self, hexes: &[HexId]) -> Vec<HexNumber> {
        hexes.iter().map(|&h| self.hex_shown(h)).collect()
    }

    fn hex_shown(&self, hex: HexId) -> HexNumber {
        self.game.map().grid.printed_number(hex)
    }

    fn unit_id(&self, unit: UnitId) -> String {
        self.game.unit_id(self.state(), unit)
    }

    fn unit_ids(&self, units: &[UnitId]) -> Vec<String> {
        units.iter().map(|&u| self.unit_id(u)).collect()
    }

    pub(crate) fn side_id(&self, side: Side) -> &str {
        &self.game.sides()[side.index()].id
    }

    fn side_name(&self, side: Option<Side>) -> Option<String> {
        side.map(|s| self.side_id(s).to_string())
    }

    /// Something that happened in a line, as it is kept.
    pub(crate) fn told_of(&self, line: u64, event: &Event) -> Told {
        let way = |m: &Moved| MoveShown { unit: self.unit_id(m.unit), path: self.hexes(&m.path) };
        Told {
            line,
            only: event.only,
            except: event.except,
            kind: event.kind,
            text: event.text.settled(self),
            rules: event.rules.numbers().into_iter().map(Cow::Borrowed).collect(),
            units: self.unit_ids(&event.units),
            hexes: self.hexes(&event.hexes),
            moves: event.moves.iter().map(way).collect(),
            code: event.code.clone(),
            result: event.result.as_ref().map(|text| text.settled(self)),
            rolls: event.rolls.clone(),
            total: event.total,
            breakthrough: event.breakthrough,
        }
    }

    pub(crate) fn refused_by(&self, refusal: &Refusal) -> Refused {
        let because = &refusal.because;
        let sides = because.sides.iter().map(|&side| self.hexside_shown(side));
        Refused {
            text: refusal.text.settled(self),
            rules: refusal.rules.numbers(),
            because: Box::new(BecauseShown {
                units: self.unit_ids(&because.units),
                hexes: self.hexes(&because.hexes),
                sides: sides.collect(),
            }),
        }
    }
}

/// A table in the words of a language.
pub(crate) struct InWords<'a, G: Game> {
    table: &'a Seated<G>,
    words: &'a Catalogue,
    language: Language,
}

impl<G: Game> Deref for InWords<'_, G> {
    type Target = Seated<G>;

    fn deref(&self) -> &Seated<G> {
        self.table
    }
}

impl<G: Game> InWords<'_, G> {
    fn say(&self, text: &Text) -> String {
        self.words.render(text, self.table)
    }

    /// The whole table as `viewer` sees it.
    pub(crate) fn show(&self, viewer: Viewer) -> Shown {
        let (game, state, at) = (&self.game, self.state(), self.at_desk());
        let decider = game.decider(state);
        let mine = decider.is_some_and(|d| viewer.knows_of(d));
        let prompt = decider.map(|d| self.prompt_shown(d, viewer));
        let hidden = prompt.as_ref().is_some_and(|p| p.secret) && !mine;
        let offers = if mine { game.offers(at, viewer) } else { Vec::new() };
        let done = game.verbs().iter().position(|verb| *verb == "done");
        let done = done.map(|i| Choice::Verb(Verb(i as u16)));
        let may_end = offers.iter().any(|o| Some(o.choice) == done);
        let reminders = if may_end { game.reminders(at, &offers) } else { Vec::new() };
        // What is owed names counters, which others may not know where anything is hidden.
        let owed = if mine || game.hides_nothing() { game.owed(at) } else { Vec::new() };
        let bundles = if mine { game.bundles(at) } else { Vec::new() };
        let battles = if hidden { Vec::new() } else { game.battles(state, viewer) };
        let picked = if hidden { Vec::new() } else { game.picked(state, viewer) };
        let (units, boxes) = self.counters_shown(viewer);
        Shown {
            turn: self.turn_shown(game.turn(state)),
            prompt,
            choices: offers.iter().map(|o| self.offer_shown(o)).collect(),
            bundles: bundles.iter().map(|b| self.bundle_shown(b)).collect(),
            picked: self.unit_ids(&picked),
            leads: mine && game.leads(state),
            signs: game.signs(state, viewer).iter().map(|s| self.sign_shown(s)).collect(),
            owed: owed.iter().map(|o| self.owed_shown(o)).collect(),
            reminders: reminders.iter().map(|o| self.owed_shown(o)).collect(),
            units,
            boxes,
            tracks: game.tracks(state, viewer).iter().map(|t| self.track_shown(t)).collect(),
            points: self.points_shown(game.points(state)),
            odds: game.odds(state, viewer).map(|o| self.odds_shown(o)),
            battles: battles.iter().map(|b| self.battle_shown(b)).collect(),
            control: self.control().iter().map(|a| self.area_shown(a)).collect(),
            overlays: game.overlays(),
            outcome: game.outcome(state).map(|o| self.outcome_shown(o)),
        }
    }

    pub(crate) fn turn_shown(&self, turn: TurnInfo) -> TurnShown {
        let now = turn.now;
        let phase = |(i, (id, side)): (usize, (String, Option<Side>))| PhaseShown {
            label: self.words.word(&format!("phase.{id}")),
            id,
            side: self.side_name(side),
            state: match i.cmp(&now) {
                Ordering::Less => PhaseState::Past,
                Ordering::Equal => PhaseState::Now,
                Ordering::Greater => PhaseState::Next,
            },
        };
        let phases = turn.phases.into_iter().enumerate().map(phase).collect();
        let name = self.words.part(&Part::Name(turn.name));
        TurnShown { n: turn.n, of: turn.of, name, phases }
    }

    fn prompt_shown(&self, decider: Side, viewer: Viewer) -> PromptShown {
        let mine = viewer.knows_of(decider);
        let prompt = self.game.prompt(self.at_desk(), viewer);
        let hidden = prompt.secret && !mine;
        let facts = if hidden { &[][..] } else { &prompt.facts[..] };
        PromptShown {
            decider: self.side_id(decider).to_string(),
            mine,
            text: if mine { self.say(&prompt.text) } else { self.waiting_for(&prompt) },
            places: if mine { self.places_of(&prompt.text, viewer) } else { Vec::new() },
            facts: facts.iter().map(|t| self.say(t)).collect(),
            stages: prompt.stages,
            secret: prompt.secret,
        }
    }

    /// What the decider is doing, for those who wait: the catalogue has a phrase for each stage.
    fn waiting_for(&self, prompt: &Prompt) -> String {
        let stage = prompt.stages.last().copied().unwrap_or_default();
        let id = format!("waiting.{stage}");
        let phrase = self.words.render_as(&id, &prompt.text, self.table);
        phrase.unwrap_or_else(|| self.words.word("waiting.deciding"))
    }

    /// Where something is asked: the hexes that the sentence names, and those of the counters it names.
    fn places_of(&self, text: &Text, viewer: Viewer) -> Vec<HexNumber> {
        let mut places = text.named_hexes();
        let named = text.named_units();
        if !named.is_empty() {
            let views = self.game.units(self.state(), viewer);
            places.extend(views.iter().filter(|v| named.contains(&v.unit)).filter_map(|v| v.hex));
        }
        places.sort_unstable();
        places.dedup();
        self.hexes(&places)
    }

    fn offer_shown(&self, offer: &Offer) -> OfferShown {
        let effect = |e: &Effect| EffectShown {
            kind: e.kind,
            text: self.say(&e.text),
            rule: e.rule.number(),
            tone: e.tone,
        };
        OfferShown {
            choice: self.write_choice(offer.choice),
            label: offer.label.as_ref().map(|t| self.say(t)),
            cost: offer.cost.map(|c| c.to_string()),
            path: self.hexes(&offer.path),
            effects: offer.effects.iter().map(effect).collect(),
            primary: offer.primary,
        }
    }

    fn bundle_shown(&self, bundle: &Bundle) -> BundleShown {
        let group = |group: &Vec<Choice>| group.iter().map(|&c| self.write_choice(c)).collect();
        BundleShown {
            text: self.say(&bundle.text),
            groups: bundle.groups.iter().map(group).collect(),
            column: bundle.column.clone(),
            main: bundle.main,
        }
    }

    fn battle_shown(&self, battle: &Battle) -> BattleShown {
        BattleShown {
            targets: self.hexes(&battle.targets),
            attackers: self.unit_ids(&battle.attackers),
            column: battle.column.clone(),
        }
    }

    fn owed_shown(&self, owed: &Owed) -> OwedShown {
        OwedShown {
            text: self.say(&owed.text),
            rule: owed.rule.number(),
            units: self.unit_ids(&owed.units),
            hexes: self.hexes(&owed.hexes),
        }
    }

    /// The counters on the map and the boxes beside it.
    fn counters_shown(&self, viewer: Viewer) -> (Vec<Shared<UnitShown>>, Vec<BoxShown>) {
        let (units, boxes) =
            (self.game.units(self.state(), viewer), self.game.boxes(self.state(), viewer));
        let here = units.len() + boxes.iter().map(|b| b.units.len()).sum::<usize>();
        self.seen.with(viewer, self.language, |seen| {
            let units = self.units_shown(units, viewer, seen);
            let boxes = boxes.into_iter().map(|b| self.box_shown(b, viewer, seen)).collect();
            seen.tidy(here);
            (units, boxes)
        })
    }

    fn units_shown(
        &self,
        units: Vec<UnitView>,
        viewer: Viewer,
        seen: &mut Counters,
    ) -> Vec<Shared<UnitShown>> {
        let show = |view| seen.of(view, |view| self.unit_shown(view, viewer));
        units.into_iter().map(show).collect()
    }

    fn unit_shown(&self, view: &UnitView, viewer: Viewer) -> UnitShown {
        let badge = |b: &Badge| BadgeShown {
            kind: b.kind,
            value: b.value,
            text: self.say(&b.text),
            rule: b.rule.number(),
        };
        let profile = self.game.profile(self.state(), view);
        let profile: Vec<String> = profile.iter().map(|t| self.say(t)).collect();
        let profile = profile.join(" · ");
        UnitShown {
            unit: self.unit_id(view.unit),
            name: self.words.part(&self.game.unit_name(self.state(), view.unit)),
            hex: view.hex.map(|h| self.hex_shown(h)),
            side: self.side_id(view.side).to_string(),
            formation: (!view.face.hidden)
                .then(|| self.game.formation(view.unit).map(String::from))
                .flatten(),
            level: view.level,
            face: view.face.clone(),
            back: self.game.back(self.state(), view.unit, viewer),
            badges: view.badges.iter().map(badge).collect(),
            profile,
            done: view.done,
        }
    }

    fn box_shown(&self, view: BoxView, viewer: Viewer, seen: &mut Counters) -> BoxShown {
        BoxShown {
            id: view.id,
            title: self.say(&view.title),
            turn: view.turn,
            side: self.side_name(view.side),
            units: self.units_shown(view.units, viewer, seen),
        }
    }

    fn track_shown(&self, track: &TrackView) -> TrackShown {
        let items = track.items.iter();
        TrackShown {
            id: track.id,
            label: self.say(&track.label),
            value: self.say(&track.value),
            rule: track.rule.number(),
            items: items
                .map(|(t, rule)| TrackItemShown { text: self.say(t), rule: rule.number() })
                .collect(),
        }
    }

    fn points_shown(&self, points: Points) -> PointsShown {
        let item = |i: PointItem| PointItemShown {
            text: self.say(&i.text),
            value: self.words.part(&i.value),
            rule: i.rule.number(),
            hexes: self.hexes(&i.hexes),
            side: self.side_name(i.side),
        };
        let standing: Vec<String> = points.standing.iter().map(|t| self.say(t)).collect();
        PointsShown {
            standing: standing.join(" · "),
            verdict: self.say(&points.verdict),
            items: points.items.into_iter().map(item).collect(),
        }
    }

    fn odds_items(&self, items: Vec<OddsItem>) -> Vec<OddsItemShown> {
        let item = |i: OddsItem| OddsItemShown {
            side: self.side_id(i.side).to_string(),
            text: self.say(&i.text),
            value: i.value,
            rules: i.rules.numbers(),
        };
        items.into_iter().map(item).collect()
    }

    fn odds_shown(&self, odds: Odds) -> OddsShown {
        let outcome = |o: OddsOutcome| OddsOutcomeShown {
            code: o.code,
            text: self.say(&o.text),
            rolls: o.rolls,
            p: o.p,
            good_for: self.side_name(o.good_for),
        };
        OddsShown {
            targets: self.hexes(&odds.targets),
            attackers: self.unit_ids(&odds.attackers),
            attacker: self.side_id(odds.attacker).to_string(),
            strength: StrengthShown {
                attacker: odds.strength[odds.attacker].clone(),
                defender: odds.strength[odds.attacker.other()].clone(),
            },
            strengths: self.odds_items(odds.strengths),
            columns: odds.columns,
            from: odds.from,
            to: odds.to,
            shifts: self.odds_items(odds.shifts),
            dice: odds.dice,
            modifiers: self.odds_items(odds.modifiers),
            outcomes: odds.outcomes.into_iter().map(outcome).collect(),
            belief: odds.belief.as_ref().map(|t| self.say(t)),
        }
    }

    fn area_shown(&self, area: &Area) -> AreaShown {
        AreaShown {
            kind: area.kind,
            side: self.side_name(area.side),
            hexes: self.hexes(&area.hexes),
        }
    }

    pub(crate) fn overlay_shown(&self, overlay: &Overlay) -> OverlayShown {
        let note = |n: &Note| NoteShown {
            unit: n.unit.map(|u| self.unit_id(u)),
            hex: self.hex_shown(n.hex),
            kind: n.kind,
            text: self.say(&n.text),
            rule: n.rule.number(),
        };
        OverlayShown {
            areas: overlay.areas.iter().map(|a| self.area_shown(a)).collect(),
            paths: overlay.paths.iter().map(|p| self.hexes(p)).collect(),
            notes: overlay.notes.iter().map(note).collect(),
        }
    }

    fn outcome_shown(&self, outcome: Outcome) -> OutcomeShown {
        OutcomeShown {
            winner: self.side_name(outcome.winner),
            class: outcome.class,
            text: self.say(&outcome.text),
            rules: outcome.rules.numbers(),
        }
    }

    fn sign_shown(&self, sign: &Sign) -> SignShown {
        SignShown {
            hex: self.hex_shown(sign.hex),
            side: self.side_id(sign.side).to_string(),
            kind: sign.kind,
            n: sign.n,
            text: self.say(&sign.text),
            rule: sign.rule.number(),
        }
    }
}
