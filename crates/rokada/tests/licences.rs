//! Everything the program is built from is under a permissive licence.
#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::process::Command;

const PERMISSIVE: [&str; 15] = [
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-1-Clause",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "0BSD",
    "OFL-1.1",
];

/// Whether one of the alternatives of a licence expression has only permissive parts.
fn is_permissive(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    plain
        .split(" OR ")
        .any(|alternative| alternative.split(" AND ").all(|part| PERMISSIVE.contains(&part.trim())))
}

#[test]
fn every_dependency_has_a_permissive_licence() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50, "the list of packages is too short to be true");
    let strange: Vec<String> = packages
        .iter()
        .filter(|p| !p["license"].as_str().is_some_and(is_permissive))
        .map(|p| format!("{} {}: {}", p["name"], p["version"], p["license"]))
        .collect();
    assert!(strange.is_empty(), "not permissive: {strange:#?}");
}

#[test]
fn an_expression_is_permissive_if_one_alternative_is() {
    assert!(is_permissive("MIT OR GPL-3.0"));
    assert!(is_permissive("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!is_permissive("GPL-3.0"));
    assert!(!is_permissive("MPL-2.0 AND MIT"));
}
