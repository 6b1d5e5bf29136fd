//! The options of a scenario: switches that its file offers, and the values that a table was opened with.

use crate::hint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An option as the file of a scenario says it.
#[derive(Clone, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OptionEntry {
    /// Its name.
    pub id: String,
    /// Its values; the first is the default.
    pub values: Vec<String>,
    /// The rule or ruling it switches.
    pub rule: String,
    /// What it says.
    pub text: String,
}

/// The values of the options at one table; those that were not given have their defaults.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a> {
    entries: &'a [OptionEntry],
    given: &'a BTreeMap<String, String>,
}

impl<'a> Chosen<'a> {
    /// The given values, if the scenario knows all of them; otherwise what is wrong, as a sentence.
    pub fn of(
        entries: &'a [OptionEntry],
        given: &'a BTreeMap<String, String>,
    ) -> Result<Chosen<'a>, String> {
        for (id, value) in given {
            let Some(known) = entries.iter().find(|o| o.id == *id) else {
                let hint = hint(id, entries.iter().map(|o| o.id.as_str()));
                return Err(format!("the scenario has no option \"{id}\"{hint}"));
            };
            if !known.values.contains(value) {
                let values = known.values.join(" or ");
                return Err(format!("option \"{id}\": \"{value}\" is not {values}"));
            }
        }
        Ok(Chosen { entries, given })
    }

    /// The value of an option; `None` where the scenario does not have it.
    pub fn value(&self, id: &str) -> Option<&'a str> {
        let default = || self.entries.iter().find(|o| o.id == id)?.values.first();
        self.given.get(id).or_else(default).map(String::as_str)
    }

    /// Whether an option has this value.
    pub fn is(&self, id: &str, value: &str) -> bool {
        self.value(id) == Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<OptionEntry> {
        vec![OptionEntry {
            id: String::from("masking"),
            values: ["on", "off"].map(String::from).to_vec(),
            rule: String::from("16.1"),
            text: String::new(),
        }]
    }

    fn given(id: &str, value: &str) -> BTreeMap<String, String> {
        BTreeMap::from([(id.to_string(), value.to_string())])
    }

    #[test]
    fn the_first_value_is_the_default() {
        let (entries, none, off) = (entries(), BTreeMap::new(), given("masking", "off"));
        assert!(Chosen::of(&entries, &none).unwrap().is("masking", "on"));
        assert!(Chosen::of(&entries, &off).unwrap().is("masking", "off"));
        assert_eq!(Chosen::of(&entries, &none).unwrap().value("weather"), None);
    }

    #[test]
    fn what_the_scenario_does_not_know_is_refused_with_a_hint() {
        let entries = entries();
        let wrong = Chosen::of(&entries, &given("maskin", "on")).unwrap_err();
        assert_eq!(wrong, "the scenario has no option \"maskin\"; did you mean \"masking\"?");
        let wrong = Chosen::of(&entries, &given("masking", "no")).unwrap_err();
        assert_eq!(wrong, "option \"masking\": \"no\" is not on or off");
    }
}
