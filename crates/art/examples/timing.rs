use resvg::{tiny_skia, usvg};
fn main() {
    let svg = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let width: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let mut db = usvg::fontdb::Database::new();
    for f in std::fs::read_dir("/work/wt/art/assets/fonts").unwrap() {
        let p = f.unwrap().path();
        if p.extension().is_some_and(|e| e == "ttf") {
            db.load_font_data(std::fs::read(p).unwrap());
        }
    }
    let o = usvg::Options { fontdb: std::sync::Arc::new(db), ..Default::default() };
    let t = std::time::Instant::now();
    let tree = usvg::Tree::from_str(&svg, &o).unwrap();
    eprintln!("parse {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let s = width as f32 / tree.size().width();
    let mut p = tiny_skia::Pixmap::new(width, (tree.size().height() * s) as u32).unwrap();
    resvg::render(&tree, tiny_skia::Transform::from_scale(s, s), &mut p.as_mut());
    eprintln!("render {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let b = p.encode_png().unwrap();
    eprintln!("encode {:?} {}", t.elapsed(), b.len());
}
