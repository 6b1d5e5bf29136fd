//! Draws one counter of every kind for looking at: `counters OUT.svg|OUT.png [WIDTH] [states]`.

use art::{Badge, CounterSize, Point, badge_svg, counter_svg, field_fortification_svg, stack_svg};
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

/// Badges, the field fortification, a stack, and the same faces at five sizes.
fn states(faces: &[Face]) -> String {
    let mut out = String::new();
    let mut put = |x: f64, y: f64, scale: f64, group: &str| {
        out += &format!("<g transform=\"translate({x} {y}) scale({scale})\">{group}</g>");
    };
    for (i, (_, badge)) in Badge::ALL.into_iter().enumerate() {
        let x = 50.0 + 122.0 * i as f64;
        put(x, 0.0, 1.0, &counter_svg(&faces[i % faces.len()], CounterSize::Full));
        put(x + 76.0, -12.0, 0.86, &badge_svg(badge));
    }
    put(1030.0, 0.0, 1.0, &field_fortification_svg(0.0));
    put(1030.0, 0.0, 1.0, &counter_svg(&faces[0], CounterSize::Full));
    put(1190.0, 0.0, 1.25, &stack_svg(&faces[..5], Point { x: 40.0, y: 40.0 }, CounterSize::Full));
    let mut x = 50.0;
    for pixels in [120.0, 80.0, 56.0, 40.0, 28.0, 20.0] {
        for face in faces.iter().take(4) {
            let size = CounterSize::for_pixels(pixels);
            put(x, 160.0, pixels / 100.0, &counter_svg(face, size));
            x += pixels * 1.08;
        }
        x += 20.0;
    }
    out
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let out = arguments.first().ok_or("counters OUT.svg|OUT.png [WIDTH] [states]")?;
    let width = arguments.get(1).map_or(Ok(1400), |w| w.parse())?;
    let groups = groups();
    let sheet = art::counters_sheet("Counters", &groups, 10);
    let mixed: Vec<Face> = groups.iter().flat_map(|g| g.1.first().cloned()).collect();
    let svg = if arguments.iter().any(|a| a == "states") {
        let ground = "<rect width=\"1700\" height=\"310\" y=\"-20\" fill=\"#F0E9D8\"/>";
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 -20 1700 310\" width=\"1700\" \
             height=\"310\">{ground}{}</svg>",
            states(&mixed)
        )
    } else {
        sheet
    };
    if out.ends_with(".png") {
        std::fs::write(out, art::png(&svg, width)?)?;
    } else {
        std::fs::write(out, svg)?;
    }
    Ok(())
}
