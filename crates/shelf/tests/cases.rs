//! What a case claims can fail: a claim that is false is told as such.

use board::Source;
use shelf::Shelf;

/// A unit that enters an enemy zone; what the script claims at the end is added.
fn claims(claim: &str) -> Option<String> {
    let case = format!(
        r#"
[[case]]
name = "a claim"
rules = ["ZOC-2"]
units = [
  {{ id = "R1", like = "R 4-3", at = "0931" }},
  {{ id = "G1", like = "G 5-8", at = "0733" }},
]
with = {{ phase = "german movement", weather = "fair" }}
script = ["unit G1", "hex 0832", "{claim}"]
"#
    );
    let results = Shelf::builtin().run_cases("battle-of-moscow", &[Source::new("claim", case)]);
    results.expect("the case can be read").remove(0).failure
}

#[test]
fn true_claims_hold_and_false_ones_fail() {
    for claim in ["told MOV-1", "not told CRT-1", "offered only done", "not over", "not over draw"]
    {
        assert_eq!(claims(claim), None, "{claim}");
    }
    for claim in ["told CRT-1", "not told MOV-1", "offered only unit G1", "not even this"] {
        assert!(claims(claim).is_some(), "{claim}");
    }
}
