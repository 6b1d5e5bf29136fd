//! Case files are read and run.

use board::Source;
use engine::Digest;
use engine::case::{Case, load, run};
use ford::Ford;

fn run_text(text: &str) -> Vec<(Case, Result<(), String>)> {
    let game = Ford::new();
    let cases = load(&Source::new("cases.toml", text)).expect("the cases can be read");
    let run = |(_, case): (usize, Case)| {
        let result = run(&game, &case);
        (case, result)
    };
    cases.into_iter().map(run).collect()
}

#[test]
fn the_cases_of_the_ford_hold() {
    let results = run_text(include_str!("../../game/cases/rules.toml"));
    assert!(results.len() >= 4);
    let digest = Digest::read(include_str!("../../game/rules.md"));
    for (case, result) in results {
        assert_eq!(result, Ok(()), "{}", case.name.get_ref());
        let unknown: Vec<&String> =
            case.rules.iter().filter(|rule| digest.text(rule).is_none()).collect();
        assert!(unknown.is_empty(), "the digest has no rule {unknown:?}");
    }
}

#[test]
fn a_case_that_is_wrong_says_in_which_line_and_why() {
    let text = "[[case]]\nname = \"n\"\nrules = []\nunits = [{ id = \"R1\", at = \"0202\" }]\n\
                with = { phase = \"red move\" }\nscript = [\"unit R1\", \"hex 0402\"]\n";
    let why = run_text(text).remove(0).1.expect_err("0402 is too far");
    assert!(why.starts_with("at \"hex 0402\": refused:") && why.contains("2.1"), "{why}");
}
