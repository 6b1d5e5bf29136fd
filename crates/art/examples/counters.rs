//! Draws one counter of every kind for looking at: `counters OUT.svg|OUT.png [WIDTH]`.

use board::Face;

fn face(
    nation: &str,
    symbol: &str,
    size: &str,
    unit: &str,
    formation: &str,
    figures: &str,
) -> Face {
    Face {
        nation: nation.into(),
        symbol: symbol.into(),
        size: size.into(),
        unit: unit.into(),
        formation: formation.into(),
        figures: figures.into(),
        steps: (2, 2),
        ..Face::default()
    }
}

fn groups() -> Vec<(String, Vec<Face>)> {
    let german = vec![
        Face { tint: Some(0), ..face("german", "infantry", "III", "330", "183", "4-4") },
        Face { tint: Some(1), ..face("german", "motorized", "III", "304", "2", "4-7") },
        Face {
            tint: Some(1),
            star: "black".into(),
            ..face("german", "armor", "II", "I/3", "2", "5-7")
        },
        Face {
            star: "black".into(),
            tint: Some(0),
            ..face("german", "assault-gun", "X", "191", "XX", "2-7")
        },
        face("ss", "motorized", "III", "DF", "DR", "5-7"),
        Face { star: "yellow".into(), ..face("ss", "armor", "III", "1", "LSSAH", "8-7") },
        Face { steps: (1, 1), ..face("german", "hq", "XXX", "", "XX", "4-10") },
        Face { steps: (1, 1), ..face("german", "artillery", "III", "", "XX", "5/3 3") },
        Face { steps: (1, 1), ..face("luftwaffe", "air", "", "", "", "4") },
    ];
    let flipped = |f: &Face| Face { setup: "reduced".into(), steps: (1, 2), ..f.clone() };
    let mut back: Vec<Face> = german[..6].iter().map(flipped).collect();
    back.push(Face { setup: "transport".into(), ..german[7].clone() });
    back[6].figures = "7".into();
    back.push(Face { setup: "untried".into(), ..german[0].clone() });
    back.push(Face { hidden: true, ..german[0].clone() });
    let soviet = vec![
        Face { tint: Some(3), ..face("soviet", "infantry", "XX", "316", "16", "7-4") },
        face("soviet", "cavalry", "XX", "44", "16", "4-6"),
        face("soviet", "infantry", "XX", "Moskwa", "Msk", "3-4"),
        Face {
            star: "black".into(),
            tint: Some(3),
            ..face("soviet-guards", "armor", "X", "4", "16", "4-7")
        },
        face("soviet-guards", "motorized", "XX", "1", "33", "7-7"),
        Face { steps: (1, 1), ..face("soviet", "hq", "XXXX", "", "16", "3-10") },
        Face { steps: (1, 1), ..face("soviet-guards", "rockets", "III", "3", "16", "6/1 2") },
        face("soviet", "worker", "", "", "Mos", "0-1-0"),
        face("soviet", "partisan", "", "", "", "0-1-6"),
        Face { setup: "masked".into(), ..face("soviet", "infantry", "XX", "316", "16", "7-4") },
    ];
    let soviet_back: Vec<Face> = soviet[..5].iter().map(flipped).collect();
    let modern = vec![
        Face { star: "blue".into(), ..face("us", "armor", "II", "1-8", "3 ABCT", "9-9") },
        face("polish", "mechanized", "III", "17", "11", "6-9"),
        face("british", "recon", "II", "QRH", "20", "5-10"),
        face("french", "motorized", "II", "13e", "7", "5-9"),
        face("lithuanian", "mechanized", "II", "GV", "IW", "4-8"),
        Face { star: "white".into(), ..face("russian", "armor", "III", "1", "2 Gds", "8-8") },
        face("russian", "sp-artillery", "III", "236", "1", "6-8"),
        face("finnish", "infantry", "XXX", "VI", "Kar", "6-5"),
        Face { steps: (1, 1), ..face("soviet", "fortification", "", "", "", "1-0") },
    ];
    let all: Vec<Face> =
        art::SYMBOLS.iter().map(|s| face("german", s, "X", "12", "3", "3-4")).collect();
    [
        ("German", german),
        ("German, other side", back),
        ("Soviet", soviet),
        ("Soviet, reduced", soviet_back),
        ("Modern and strategic", modern),
        ("All symbols", all),
    ]
    .map(|(name, faces)| (name.to_string(), faces))
    .into()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let out = arguments.first().ok_or("counters OUT.svg|OUT.png [WIDTH]")?;
    let width = arguments.get(1).map_or(Ok(1400), |w| w.parse())?;
    let svg = art::counters_sheet("Counters", &groups(), 10);
    if out.ends_with(".png") {
        std::fs::write(out, art::png(&svg, width)?)?;
    } else {
        std::fs::write(out, svg)?;
    }
    Ok(())
}
