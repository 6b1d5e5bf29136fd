use engine::laws::{Effort, check_game};
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let folder = board::DiskFolder("games/moscow-1941".into());
    let mut options = std::collections::BTreeMap::new();
    if args.len() > 4 {
        options.insert("masking".to_string(), args[4].clone());
    }
    if args[1] == "cases" {
        let mut bad = 0;
        let mut good = 0;
        for file in &args[2..] {
            let text = std::fs::read_to_string(file).unwrap();
            let source = board::Source::new(file.clone(), text);
            match engine::case::load(&source) {
                Err(e) => println!("{e}"),
                Ok(cases) => {
                    for (line, case) in cases {
                        let sc = if case.scenario.is_empty() {
                            "typhoon".to_string()
                        } else {
                            case.scenario.clone()
                        };
                        let r = wb95::Wb95::load(&folder, &sc, &case.options)
                            .map_err(|e| e.to_string())
                            .and_then(|g| engine::case::run(&g, &case));
                        match r {
                            Ok(()) => good += 1,
                            Err(e) => {
                                bad += 1;
                                println!("{file}:{line} {}: {e}", case.name.get_ref())
                            }
                        }
                    }
                }
            }
        }
        println!("{good} good, {bad} bad");
        return;
    }
    let game = match wb95::Wb95::load(&folder, &args[1], &options) {
        Ok(g) => Arc::new(g),
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    let (a, b) = args[2]
        .split_once("..")
        .map(|(a, b)| (a.parse::<u64>().unwrap(), b.parse::<u64>().unwrap()))
        .unwrap();
    let every: u32 = args.get(3).and_then(|s| s.parse().ok()).unwrap_or(40);
    for seed in a..b {
        let t = std::time::Instant::now();
        let header = engine::Header {
            game: "moscow-1941".into(),
            scenario: args[1].clone(),
            options: Default::default(),
            edition: 1,
            data: String::new(),
            dice: engine::DiceSource::Recorded,
            position: None,
        };
        match check_game(&game, header, seed, Effort { every, choices_max: 400_000 }) {
            Ok(p) => println!(
                "seed {seed}: {} choices {} combats {} turn {} {:?}",
                p.choices,
                p.combats,
                p.outcome,
                p.turn,
                t.elapsed()
            ),
            Err(b) => {
                println!("seed {seed}: {b} {:?}", t.elapsed());
                std::fs::write("/tmp/breach.journal", b.journal.write()).unwrap();
            }
        }
    }
}
