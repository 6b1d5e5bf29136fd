//! A folder of files that stand in the program.

use board::Folder;

const FILES: &[(&str, &str)] = &[
    ("scenarios/dusk.toml", "turns = 4"),
    ("scenarios/dawn.toml", "turns = 3"),
    ("scenarios/dawn.toml", "turns = 9"),
    ("scenarios/old/noon.toml", "turns = 1"),
    ("map.toml", ""),
];

#[test]
fn a_folder_inside_the_program_lists_the_files_directly_in_it_sorted_and_once() {
    assert_eq!(FILES.list("scenarios"), ["dawn.toml", "dusk.toml"]);
    assert_eq!(FILES.list("cases"), [""; 0]);
}

#[test]
fn of_two_files_with_the_same_name_the_first_is_read() {
    let read = FILES.read("scenarios/dawn.toml").expect("there is such a file");
    assert_eq!(&*read.text, "turns = 3");
}

#[test]
fn a_file_that_is_missing_is_a_problem_with_its_name() {
    let problem = FILES.read("tables.toml").expect_err("there is no such file");
    assert_eq!(problem.to_string(), "tables.toml: there is no such file");
}
