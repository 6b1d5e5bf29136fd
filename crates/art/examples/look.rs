//! Draws a map file for looking at: `look MAP.toml OUT.svg|OUT.png [WIDTH] [dark] [view=X,Y,W,H]`.

use board::Source;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [map, out, rest @ ..] = arguments.as_slice() else {
        return Err("look MAP.toml OUT.svg|OUT.png [WIDTH] [dark] [view=X,Y,W,H]".into());
    };
    let text = std::fs::read_to_string(map)?;
    let map = board::Map::load(&Source::new(map, text)).map_err(|p| p.to_string())?;
    let mut options = art::MapOptions::default();
    let mut width = 1600;
    for word in rest {
        if word == "dark" {
            options.theme = art::Theme::Dark;
        } else if let Some(view) = word.strip_prefix("view=") {
            let numbers: Vec<f64> = view.split(',').filter_map(|n| n.parse().ok()).collect();
            options.view = numbers.try_into().ok();
        } else {
            width = word.parse()?;
        }
    }
    let start = Instant::now();
    let svg = art::map_svg(&map, &options);
    eprintln!("svg: {:?}, {} bytes", start.elapsed(), svg.len());
    if out.ends_with(".png") {
        let start = Instant::now();
        let png = art::png(&svg, width)?;
        eprintln!("png: {:?}, {} bytes", start.elapsed(), png.len());
        std::fs::write(out, png)?;
    } else {
        std::fs::write(out, svg)?;
    }
    Ok(())
}
