//! Small pictures inside the SVG: a PNG writer and the data address that carries it.

/// The colours of a picture, row by row: three bytes a point, four with the opacity, or one that
/// names a colour of the palette.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// 3 for colours alone, 4 with opacity, 1 with a palette.
    pub(crate) channels: usize,
    pub(crate) bytes: Vec<u8>,
    /// The colours with their opacity, where the points name them. Colours that are alike should
    /// stand side by side: the differences that are packed are those of the places.
    pub(crate) palette: Vec<[u8; 4]>,
}

impl Image {
    /// The picture as PNG; `effort` from 1 (quick) to 9 (small).
    pub(crate) fn png(&self, effort: u8) -> Vec<u8> {
        let rows = self.filtered(0..self.height);
        self.file(&miniz_oxide::deflate::compress_to_vec_zlib(&rows, effort))
    }

    /// A PNG file round the packed rows.
    pub(crate) fn file(&self, data: &[u8]) -> Vec<u8> {
        let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
        let mut head = Vec::new();
        head.extend((self.width as u32).to_be_bytes());
        head.extend((self.height as u32).to_be_bytes());
        // Eight bits a channel; colour type 2 is RGB, 3 a palette, 6 RGBA.
        let kind = [3, 2, 6][usize::from(self.channels > 1) + usize::from(self.channels > 3)];
        head.extend([8, kind, 0, 0, 0]);
        chunk(&mut out, b"IHDR", &head);
        self.colours(&mut out);
        chunk(&mut out, b"IDAT", data);
        chunk(&mut out, b"IEND", &[]);
        out
    }

    /// The chunks of the palette, if there is one.
    fn colours(&self, out: &mut Vec<u8>) {
        if self.palette.is_empty() {
            return;
        }
        let colours: Vec<u8> = self.palette.iter().flat_map(|c| [c[0], c[1], c[2]]).collect();
        chunk(out, b"PLTE", &colours);
        if self.palette.iter().any(|c| c[3] != 255) {
            let opacity: Vec<u8> = self.palette.iter().map(|c| c[3]).collect();
            chunk(out, b"tRNS", &opacity);
        }
    }

    /// Some rows, each as the difference to the row above, which packs well where colours change
    /// slowly.
    pub(crate) fn filtered(&self, rows: std::ops::Range<usize>) -> Vec<u8> {
        let stride = self.width * self.channels;
        let row = |y: usize| &self.bytes[y * stride..(y + 1) * stride];
        let mut out = Vec::with_capacity(rows.len() * (stride + 1));
        for y in rows {
            out.push(if y == 0 { 0 } else { 2 });
            match y.checked_sub(1) {
                None => out.extend_from_slice(row(y)),
                Some(above) => {
                    out.extend(row(y).iter().zip(row(above)).map(|(a, b)| a.wrapping_sub(*b)));
                }
            }
        }
        out
    }

    /// The picture as an address that an `<image>` can show.
    pub(crate) fn address(&self) -> String {
        format!("data:image/png;base64,{}", base64(&self.png(9)))
    }
}

fn chunk(out: &mut Vec<u8>, name: &[u8; 4], data: &[u8]) {
    out.extend((data.len() as u32).to_be_bytes());
    let start = out.len();
    out.extend(name);
    out.extend(data);
    let sum = crc(&out[start..]);
    out.extend(sum.to_be_bytes());
}

const CRC: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 {
        let mut sum = i as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ (0xEDB8_8320 & (sum & 1).wrapping_neg());
            bit += 1;
        }
        table[i] = sum;
        i += 1;
    }
    table
};

fn crc(data: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| CRC[((sum ^ u32::from(*byte)) & 255) as usize] ^ (sum >> 8);
    !data.iter().fold(!0, step)
}

/// Bytes as text in base 64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let word = (0..3).fold(0u32, |w, i| w << 8 | u32::from(*three.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let sign = SIGNS[(word >> (18 - 6 * i) & 63) as usize];
            out.push(if i <= three.len() { sign as char } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_as_in_the_standard() {
        assert_eq!(base64(b"f"), "Zg==");
        assert_eq!(base64(b"fo"), "Zm8=");
        assert_eq!(base64(b"foobar"), "Zm9vYmFy");
    }

    #[test]
    fn the_checksum_of_the_end_chunk_is_the_known_one() {
        let mut out = Vec::new();
        chunk(&mut out, b"IEND", &[]);
        assert_eq!(out[8..], [0xAE, 0x42, 0x60, 0x82]);
    }
}
