//! From latitude and longitude to kilometres: a cone with two standard parallels.

use std::f64::consts::PI;

const EARTH_RADIUS_KM: f64 = 6371.0;

/// A place on the earth in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geo {
    /// North of the equator.
    pub lat: f64,
    /// East of Greenwich.
    pub lon: f64,
}

impl Geo {
    /// The place at this latitude and longitude.
    ///
    /// ```
    /// assert_eq!(atlas::Geo::new(55.75, 37.62).lat, 55.75);
    /// ```
    pub const fn new(lat: f64, lon: f64) -> Geo {
        Geo { lat, lon }
    }
}

/// A point of the plane: kilometres east and north of the centre, or hexes to the right and down.
pub type Point = (f64, f64);

/// Lambert's conformal cone on a sphere.
///
/// ```
/// use atlas::{Cone, Geo};
/// let cone = Cone::new(Geo::new(56.1, 36.6), [55.4, 56.8]);
/// let (east, north) = cone.project(Geo::new(56.1, 36.6));
/// assert!(east.abs() < 1e-9 && north.abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cone {
    centre: Geo,
    n: f64,
    f: f64,
    rho0: f64,
}

impl Cone {
    /// The cone around `centre` that touches the sphere along two parallels.
    pub fn new(centre: Geo, parallels: [f64; 2]) -> Cone {
        let [p1, p2] = parallels.map(f64::to_radians);
        let half = |p: f64| (PI / 4.0 + p / 2.0).tan();
        let n = (p1.cos() / p2.cos()).ln() / (half(p2) / half(p1)).ln();
        let f = p1.cos() * half(p1).powf(n) / n;
        let mut cone = Cone { centre, n, f, rho0: 0.0 };
        cone.rho0 = cone.rho(centre.lat);
        cone
    }

    fn rho(&self, lat: f64) -> f64 {
        EARTH_RADIUS_KM * self.f / (PI / 4.0 + lat.to_radians() / 2.0).tan().powf(self.n)
    }

    /// Kilometres east and north of the centre.
    pub fn project(&self, geo: Geo) -> Point {
        let rho = self.rho(geo.lat);
        let t = self.n * (geo.lon - self.centre.lon).to_radians();
        (rho * t.sin(), self.rho0 - rho * t.cos())
    }

    /// The place at so many kilometres east and north of the centre.
    pub fn unproject(&self, (east, north): Point) -> Geo {
        let down = self.rho0 - north;
        let rho = east.hypot(down);
        let t = east.atan2(down);
        let half = (EARTH_RADIUS_KM * self.f / rho).powf(1.0 / self.n).atan();
        let lat = (2.0 * half - PI / 2.0).to_degrees();
        Geo { lat, lon: self.centre.lon + (t / self.n).to_degrees() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projecting_and_back_is_the_same_place() {
        let cone = Cone::new(Geo::new(56.0, 34.5), [52.5, 59.5]);
        for (lat, lon) in [(51.7, 29.8), (61.6, 42.3), (55.75, 37.62)] {
            let back = cone.unproject(cone.project(Geo::new(lat, lon)));
            assert!((back.lat - lat).abs() < 1e-9 && (back.lon - lon).abs() < 1e-9);
        }
    }

    #[test]
    fn a_degree_of_latitude_is_about_111_km() {
        let cone = Cone::new(Geo::new(56.0, 36.0), [55.4, 56.8]);
        let north = cone.project(Geo::new(57.0, 36.0)).1;
        assert!((north - 111.2).abs() < 0.5, "{north} km");
    }
}
