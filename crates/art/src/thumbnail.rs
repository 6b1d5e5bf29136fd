//! Small pictures of maps, for lists: the middle of the sheet in few colours.

use crate::export::{PngError, drawing};
use crate::image::Image;
use crate::layout::Layout;
use crate::map::{Layers, MapOptions, map_svg};
use crate::palette::Theme;
use board::Map;
use std::collections::BTreeMap;

/// The size of a thumbnail in pixels.
const SIZE: [f64; 2] = [288.0, 216.0];
/// Which share of the sheet it shows, in the middle.
const SHARE: f64 = 0.42;
/// How many colours it has at most.
const COLOURS: usize = 40;

/// What is still to be seen of a map on a thumbnail.
const LAYERS: Layers = Layers { grid: false, numbers: false, names: false, ..Layers::ALL };

/// A small PNG of the middle of a map.
pub fn thumbnail(map: &Map, theme: Theme) -> Result<Vec<u8>, PngError> {
    let (width, height) = Layout::new(&map.grid).size();
    let wide = (width * SHARE).min(height * SHARE * SIZE[0] / SIZE[1]).max(1.0);
    let high = wide * SIZE[1] / SIZE[0];
    let view = Some([(width - wide) / 2.0, (height - high) / 2.0, wide, high]);
    let svg = map_svg(map, &MapOptions { theme, layers: LAYERS, view });
    let picture = drawing(&svg, SIZE[0] as u32)?;
    Ok(reduced(&picture, COLOURS).png(9))
}

/// A colour with how many points have it.
type Counted = ([u8; 3], usize);

/// The picture with at most so many colours.
fn reduced(picture: &Image, most: usize) -> Image {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    let points: Vec<[u8; 3]> =
        picture.bytes.chunks_exact(picture.channels).map(|p| [p[0], p[1], p[2]]).collect();
    for point in &points {
        *counts.entry(*point).or_default() += 1;
    }
    let mut boxes: Vec<Vec<Counted>> = vec![counts.into_iter().collect()];
    while boxes.len() < most {
        let Some(widest) = (0..boxes.len()).max_by_key(|&i| spread(&boxes[i]).1) else { break };
        let Some(half) = split(&mut boxes[widest]) else { break };
        boxes.push(half);
    }
    let mut colours: Vec<[u8; 3]> = boxes.iter().map(|b| mean(b)).collect();
    // Neighbours in the palette look alike, and a line of the picture differs little from the next.
    colours.sort_by_key(|c| c.iter().map(|v| u32::from(*v)).sum::<u32>());
    let bytes = points.iter().map(|p| nearest(&colours, *p)).collect();
    let palette = colours.into_iter().map(|[r, g, b]| [r, g, b, 255]).collect();
    Image { width: picture.width, height: picture.height, channels: 1, bytes, palette }
}

/// The channel in which the colours of a box differ most, and by how much, weighed by their points.
fn spread(colours: &[Counted]) -> (usize, usize) {
    let range = |channel: usize| {
        let of = || colours.iter().map(|c| c.0[channel]);
        usize::from(of().max().unwrap_or(0) - of().min().unwrap_or(0))
    };
    let count: usize = colours.iter().map(|c| c.1).sum();
    let widest = (0..3).max_by_key(|&c| range(c)).unwrap_or(0);
    (widest, range(widest) * count.isqrt())
}

/// Takes the upper half of a box away; `None` where there is one colour only.
fn split(colours: &mut Vec<Counted>) -> Option<Vec<Counted>> {
    let (channel, width) = spread(colours);
    if width == 0 {
        return None;
    }
    colours.sort_by_key(|c| c.0[channel]);
    let all: usize = colours.iter().map(|c| c.1).sum();
    let mut before = 0;
    let reaches_half = |c: &Counted| {
        before += c.1;
        before * 2 >= all
    };
    let middle = colours.iter().position(reaches_half).unwrap_or(0) + 1;
    Some(colours.split_off(middle.min(colours.len() - 1)))
}

/// The mean of the points of a box.
fn mean(colours: &[Counted]) -> [u8; 3] {
    let all: usize = colours.iter().map(|c| c.1).sum::<usize>().max(1);
    [0, 1, 2].map(|i| {
        let sum: usize = colours.iter().map(|(c, n)| usize::from(c[i]) * n).sum();
        (sum / all) as u8
    })
}

/// The place of the nearest colour.
fn nearest(colours: &[[u8; 3]], point: [u8; 3]) -> u8 {
    let far =
        |c: &[u8; 3]| -> u32 { (0..3).map(|i| u32::from(c[i].abs_diff(point[i])).pow(2)).sum() };
    let best = (0..colours.len()).min_by_key(|&i| far(&colours[i]));
    best.unwrap_or(0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(bytes: Vec<u8>) -> Image {
        Image { width: bytes.len() / 3, height: 1, channels: 3, bytes, palette: Vec::new() }
    }

    #[test]
    fn a_picture_of_few_colours_keeps_them() {
        let bytes = vec![0, 0, 0, 250, 0, 0, 0, 0, 0, 0, 9, 0];
        let small = reduced(&image(bytes), 8);
        let colours: Vec<[u8; 4]> =
            small.bytes.iter().map(|i| small.palette[usize::from(*i)]).collect();
        let expected = [[0, 0, 0, 255], [250, 0, 0, 255], [0, 0, 0, 255], [0, 9, 0, 255]];
        assert_eq!(colours, expected);
    }

    #[test]
    fn many_colours_become_as_few_as_asked_for() {
        let bytes: Vec<u8> = (0..=255).flat_map(|v| [v, 255 - v, v / 2]).collect();
        let small = reduced(&image(bytes), 5);
        assert_eq!(small.palette.len(), 5);
        assert!(small.bytes.iter().all(|i| usize::from(*i) < 5));
    }

    #[test]
    fn a_thumbnail_is_small_and_the_same_each_time() {
        let map = crate::made::flat_map(65, 37);
        let picture = thumbnail(&map, Theme::Light).expect("a picture");
        assert!(picture.len() < 48_000, "{} bytes", picture.len());
        assert_eq!(picture, thumbnail(&map, Theme::Light).expect("a picture"));
    }
}
