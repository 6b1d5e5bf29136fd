//! Small charts as SVG, for one page without scripts.

use crate::stats::Interval;
use std::fmt::Write;

const WIDTH: f64 = 700.0;
/// The room for the words beside a bar.
const RIGHT: f64 = 200.0;
const LEFT: f64 = 190.0;
const ROW: f64 = 24.0;

/// Text as it may stand in XML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A bar for each line with its interval as a whisker; the values lie between `from` and `to`.
pub(crate) fn bars(rows: &[(String, Interval, String)], from: f64, to: f64) -> String {
    let span = WIDTH - LEFT - RIGHT;
    let scale = |v: f64| LEFT + (v.clamp(from, to) - from) / (to - from).max(1e-9) * span;
    let height = ROW * rows.len() as f64 + 8.0;
    let mut svg = open(height);
    for (i, (label, value, note)) in rows.iter().enumerate() {
        let y = ROW * i as f64 + 4.0;
        let (zero, end) = (scale(0.0), scale(value.value));
        let (x, width) = (zero.min(end), (end - zero).abs());
        let middle = y + 9.0;
        let (low, high) = (scale(value.low), scale(value.high));
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"18\"/>\
             <path class=\"whisker\" d=\"M{low:.1} {middle:.1}H{high:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 8.0,
            y + 13.0,
            escape(label),
            LEFT + span + 10.0,
            y + 13.0,
            escape(note),
        );
    }
    svg + "</svg>"
}

/// A line over the turns.
pub(crate) struct Series {
    /// What it is called.
    pub name: String,
    /// Turn and value.
    pub points: Vec<(u16, f64)>,
}

/// Lines over the turns, from 0 to the greatest value.
pub(crate) fn lines(series: &[Series]) -> String {
    let all = || series.iter().flat_map(|s| s.points.iter().copied());
    let last = f64::from(all().map(|(t, _)| t).max().unwrap_or(1).max(1));
    let top = all().map(|(_, v)| v).fold(0.0, f64::max).max(1e-9);
    let (height, floor, left) = (220.0, 190.0, 50.0);
    let x = |t: u16| left + f64::from(t) / last * (WIDTH - left - 130.0);
    let y = |v: f64| floor - v / top * (floor - 15.0);
    let mut svg = open(height);
    let _ = write!(
        svg,
        "<path class=\"axis\" d=\"M{left} 10V{floor}H{:.1}\"/><text x=\"{:.1}\" y=\"19\" \
         text-anchor=\"end\">{}</text><text x=\"{:.1}\" y=\"{floor}\" text-anchor=\"end\">0</text>",
        x(last as u16),
        left - 6.0,
        number(top),
        left - 6.0,
    );
    for t in 0..=last as u16 {
        if last <= 15.0 || t.is_multiple_of(5) {
            let at = x(t);
            let _ = write!(svg, "<text x=\"{at:.1}\" y=\"208\" text-anchor=\"middle\">{t}</text>");
        }
    }
    for (i, line) in series.iter().enumerate() {
        let way: Vec<String> =
            line.points.iter().map(|&(t, v)| format!("{:.1} {:.1}", x(t), y(v))).collect();
        let class = i % 6;
        let _ = write!(
            svg,
            "<path class=\"line s{class}\" d=\"M{}\"/><text class=\"s{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            way.join("L"),
            WIDTH - 120.0,
            24.0 + 18.0 * i as f64,
            escape(&line.name),
        );
    }
    svg + "</svg>"
}

fn open(height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">"
    )
}

/// A number with as many digits as it deserves.
pub(crate) fn number(value: f64) -> String {
    match value.abs() {
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}
