//! Lines, polygons and their attributes from the GeoJSON files of the geodata.

use crate::projection::Geo;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;

/// One feature of a GeoJSON file: its attributes and its chains of points.
///
/// A line has one chain for each part, a polygon one for each ring (holes too), a point one of one point.
#[derive(Clone, Debug)]
pub struct GeoFeature {
    properties: Value,
    /// The chains of points.
    pub parts: Vec<Vec<Geo>>,
}

impl GeoFeature {
    /// An attribute as text; empty if there is none.
    pub fn text(&self, key: &str) -> &str {
        self.properties.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// An attribute as a number.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.properties.get(key).and_then(Value::as_f64)
    }

    /// An attribute as yes or no.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.properties.get(key).and_then(Value::as_bool)
    }
}

/// Reads all features of a file.
pub fn read(path: &Path) -> Result<Vec<GeoFeature>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text).with_context(|| format!("in {}", path.display()))
}

fn parse(text: &str) -> Result<Vec<GeoFeature>> {
    let root: Value = serde_json::from_str(text)?;
    let features = root.get("features").and_then(Value::as_array).context("no features")?;
    Ok(features.iter().map(feature).collect())
}

fn feature(value: &Value) -> GeoFeature {
    let mut parts = Vec::new();
    if let Some(coordinates) = value.pointer("/geometry/coordinates") {
        collect(coordinates, &mut parts);
    }
    GeoFeature { properties: value.get("properties").cloned().unwrap_or_default(), parts }
}

/// Walks down nested arrays until it meets a list of points.
fn collect(value: &Value, parts: &mut Vec<Vec<Geo>>) {
    if let Some(point) = point(value) {
        parts.push(vec![point]);
        return;
    }
    let Some(list) = value.as_array() else { return };
    let points: Vec<Geo> = list.iter().filter_map(point).collect();
    if points.len() == list.len() && !points.is_empty() {
        parts.push(points);
    } else {
        list.iter().for_each(|inner| collect(inner, parts));
    }
}

fn point(value: &Value) -> Option<Geo> {
    let pair = value.as_array()?;
    Some(Geo::new(pair.get(1)?.as_f64()?, pair.first()?.as_f64()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_multi_line_has_a_chain_for_each_part() {
        let text = r#"{"features":[{"properties":{"name":"Oka","km":12,"in_1941":false},
            "geometry":{"coordinates":[[[36.0,52.0],[36.1,52.1]],[[36.2,52.2],[36.3,52.3]]]}}]}"#;
        let features = parse(text).expect("a small collection");
        assert_eq!(features[0].parts.len(), 2);
        assert_eq!(features[0].parts[1][0], Geo::new(52.2, 36.2));
        assert_eq!(features[0].text("name"), "Oka");
        assert_eq!(features[0].number("km"), Some(12.0));
        assert_eq!(features[0].flag("in_1941"), Some(false));
    }
}
