//! What a general says of the plan that it took: its name, the one that came next, and in what they differ most.

use crate::judge::{FEATURES, Feature, in_full};
use crate::{Plan, Posture};
use engine::{Arg, Message, Part, Text};

/// What is said where there was no other plan to compare with.
pub(crate) fn alone(plan: &Plan) -> Text {
    Text::new("mind.alone").with("plan", named(plan))
}

/// What is said of a plan beside the one that came next.
pub(crate) fn over(plan: &Plan, next: &Plan, less: Option<Text>) -> Text {
    let id = if less.is_some() { "mind.less" } else { "mind.over" };
    let text = Text::new(id).with("plan", named(plan)).with("next", Arg::Word(next.idea.instead));
    match less {
        Some(less) => text.with("less", less.into()),
        None => text,
    }
}

/// In what a plan is worse than another, by how much that is better than it in each feature; `None` if that is not
/// worth a word. `point` is what a point on the scenario's scale is worth, `turn` and `of` are the present and the last turn.
pub(crate) fn less(better_by: [i64; FEATURES], point: i64, (turn, of): (u16, u16)) -> Option<Text> {
    let most = (0..FEATURES).max_by_key(|&f| (better_by[f], std::cmp::Reverse(f)))?;
    let (feature, by) = (Feature::ALL[most], better_by[most]);
    let tenths = match feature {
        Feature::Points => by * 10 / point.max(1),
        Feature::Own | Feature::Enemy => in_full(by, turn, of) / 10,
        Feature::Outcome | Feature::Early | Feature::Safety => by / 10,
    };
    (tenths > 0).then(|| Text::new(feature.lacking()).with("n", Arg::Tenths(tenths)))
}

/// A plan by its name, with the place that it is most about.
fn named(plan: &Plan) -> Arg {
    let name = Arg::Word(plan.idea.name);
    let about = match plan.idea.posture {
        Posture::Stand
        | Posture::OutOfContact
        | Posture::Fortress
        | Posture::Contain
        | Posture::Citadel => plan.covers.map(|hex| Text::new("mind.covering").hex(hex)),
        Posture::Usual | Posture::CounterAttack | Posture::OnePlace | Posture::Encircle => {
            plan.main_effort().map(|hex| Text::new("mind.against").hex(hex))
        }
    };
    about.map_or(name.clone(), |about| about.with("plan", name).into())
}

/// What is told while plans are weighed. Where something is hidden the enemy may listen too, and is not told which plan leads.
pub(crate) fn weighing(plans: usize, played: u32, leader: Option<&Plan>) -> Message {
    match leader {
        Some(plan) => {
            Message::new("mind.weighing").n(plans).with("plan", Part::word(plan.idea.name))
        }
        None => Message::new("mind.playing").n(plans).with("played", Part::Number(played.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_the_largest_difference_in_its_own_measure() {
        let by = |feature: Feature, value| {
            let mut by = [0; FEATURES];
            by[feature as usize] = value;
            by
        };
        let said = |feature, value, turn| {
            let less = less(by(feature, value), 400, (turn, 10))?;
            Some((less.id, less.args[0].1.clone()))
        };
        let n = |tenths| Arg::Tenths(tenths);
        assert_eq!(said(Feature::Own, 250, 1), Some(("less.own", n(25))), "two and a half factors");
        assert_eq!(said(Feature::Own, 50, 9), Some(("less.own", n(25))), "of which a fifth counts");
        assert_eq!(said(Feature::Points, 600, 1), Some(("less.points", n(15))), "of 400 each");
        assert_eq!(said(Feature::Own, 9, 1), None, "less than a tenth of a factor");
        assert_eq!(said(Feature::Own, -250, 1), None, "it is better there, not worse");
    }
}
