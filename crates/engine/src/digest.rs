//! The digest of a game's rules: which numbered rules there are, and what each says.

use std::collections::BTreeMap;

/// The numbered rules of a digest. A rule is *defined* where a bullet or a sentence begins with its number in
/// square brackets, such as `- [ZOC-2] A unit that enters ...`. A number that begins nothing anywhere is defined by the
/// paragraph that first cites it, such as `1. Movement is a connected path [3.1.4].`
#[derive(Clone, Debug, Default)]
pub struct Digest {
    rules: BTreeMap<String, String>,
    rulings: BTreeMap<String, String>,
    order: Vec<String>,
    sections: Vec<(String, Vec<String>)>,
}

impl Digest {
    /// Reads a digest in Markdown.
    ///
    /// ```
    /// use engine::Digest;
    /// let digest = Digest::read("- [ZOC-1] The six hexes. [ZOC-2] A unit stops.\n- **R7** We keep half.\n");
    /// assert_eq!(digest.rules().collect::<Vec<_>>(), ["ZOC-1", "ZOC-2"]);
    /// assert_eq!(digest.text("ZOC-2"), Some("A unit stops."));
    /// assert_eq!(digest.text("R7"), Some("We keep half."));
    ///
    /// let cited = Digest::read("## Movement\n1. A path is\n   connected [3.1.4] [3.1.5].\n");
    /// assert_eq!(cited.rules().collect::<Vec<_>>(), ["3.1.4", "3.1.5"]);
    /// assert_eq!(cited.text("3.1.5"), Some("A path is connected [3.1.4] [3.1.5]."));
    /// ```
    pub fn read(markdown: &str) -> Digest {
        let mut digest = Digest::default();
        for line in markdown.lines() {
            if line.starts_with('#') {
                let title = line.trim_start_matches('#').trim().to_string();
                digest.sections.push((title, Vec::new()));
            }
            let body = line.trim_start_matches(['-', '*', ' ', '\t']);
            if line.trim_start().starts_with(['-', '*']) {
                digest.read_rules(body);
                digest.read_ruling(line);
            }
        }
        digest.read_citations(markdown);
        digest
    }

    /// Numbers that begin nothing are defined by the paragraph that first cites them.
    fn read_citations(&mut self, markdown: &str) {
        let mut section = None;
        let mut next = 0;
        for paragraph in paragraphs(markdown) {
            if paragraph.starts_with('#') {
                section = Some(next);
                next += 1;
            }
            for number in cited(&paragraph) {
                if self.rules.contains_key(number) {
                    continue;
                }
                let text = paragraph.trim_start_matches(['#', ' ']).to_string();
                self.rules.insert(number.to_string(), text);
                self.order.push(number.to_string());
                if let Some((_, rules)) = section.and_then(|s| self.sections.get_mut(s)) {
                    rules.push(number.to_string());
                }
            }
        }
    }

    /// A bullet that begins with a number defines it; further numbers that begin a sentence in the same
    /// bullet define theirs.
    fn read_rules(&mut self, body: &str) {
        let starts = rule_starts(body);
        for (i, (at, number)) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(body.len(), |(next, _)| *next);
            let text = body[at + number.len() + 2..end].trim().trim_end_matches('-').trim();
            if !self.rules.contains_key(number) {
                self.order.push(number.clone());
                if let Some((_, rules)) = self.sections.last_mut() {
                    rules.push(number.clone());
                }
            }
            self.rules.entry(number.clone()).or_insert_with(|| text.to_string());
        }
    }

    fn read_ruling(&mut self, line: &str) {
        let body = line.trim_start_matches(['-', ' ', '\t']).trim_start_matches("* ");
        let Some(rest) = body.strip_prefix("**R") else { return };
        let Some((head, text)) = rest.split_once("**") else { return };
        let number: String = head.chars().take_while(char::is_ascii_digit).collect();
        if !number.is_empty() {
            let title = head[number.len()..].trim();
            let text = format!("{title} {}", text.trim());
            self.rulings.insert(format!("R{number}"), text.trim().to_string());
        }
    }

    /// The numbers of all rules, in the order of the digest.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(String::as_str)
    }

    /// The sections that define rules: the heading and the numbers.
    pub fn sections(&self) -> impl Iterator<Item = (&str, &[String])> {
        let all = self.sections.iter().filter(|(_, rules)| !rules.is_empty());
        all.map(|(title, rules)| (title.as_str(), rules.as_slice()))
    }

    /// The numbers of all rulings.
    pub fn rulings(&self) -> impl Iterator<Item = &str> {
        self.rulings.keys().map(String::as_str)
    }

    /// What a rule or a ruling says.
    pub fn text(&self, number: &str) -> Option<&str> {
        self.rules.get(number).or_else(|| self.rulings.get(number)).map(String::as_str)
    }

    /// Whether the digest has a rule or a ruling with this number.
    pub fn has(&self, number: &str) -> bool {
        self.text(number).is_some()
    }
}

/// The headings, bullets, numbered items and paragraphs of a text, each on one line without its mark. Tables and
/// rulings cite, but define nothing.
fn paragraphs(markdown: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut open = false;
    for line in markdown.lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with('|') || text.starts_with("---") {
            open = false;
        } else if text.starts_with('#') {
            all.push(text.to_string());
            open = false;
        } else if let Some(item) = item(text) {
            open = !item.starts_with("**R");
            all.extend(open.then(|| item.to_string()));
        } else if open {
            if let Some(last) = all.last_mut() {
                last.push(' ');
                last.push_str(text);
            }
        } else {
            all.push(text.to_string());
            open = true;
        }
    }
    all
}

/// The text of a list item; `None` for other lines.
fn item(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("* ").or_else(|| text.strip_prefix("- ")) {
        return Some(rest);
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < text.len() { rest.strip_prefix(". ") } else { None }
}

/// The rule numbers that a paragraph cites: `[5.3.7]`, also with a letter or a word behind it, such as `[6.4.2b]` or
/// `[6.2.4 note]`. A chapter's own number, such as `[3.0]`, is no rule.
fn cited(paragraph: &str) -> impl Iterator<Item = &str> {
    paragraph.match_indices('[').filter_map(|(at, _)| {
        let inside = paragraph[at + 1..].split(']').next()?;
        let number = inside.split(' ').next()?.trim_end_matches(|c: char| c.is_ascii_lowercase());
        (is_rule_number(number) && !number.ends_with(".0")).then_some(number)
    })
}

/// Where in a bullet a rule begins: at its start, or after the end of a sentence.
fn rule_starts(body: &str) -> Vec<(usize, String)> {
    let mut starts = Vec::new();
    for (at, _) in body.match_indices('[') {
        let before = body[..at].trim_end();
        if !(before.is_empty() || before.ends_with(['.', ')', ';']) && !starts.is_empty()) {
            continue;
        }
        let Some(close) = body[at..].find(']') else { continue };
        let number = &body[at + 1..at + close];
        if is_rule_number(number) && body[at + close + 1..].starts_with(' ') {
            starts.push((at, number.to_string()));
        }
    }
    starts
}

/// `ZOC-2`, `MAP-1`, `5.3.7`, `SOP-A1`.
fn is_rule_number(text: &str) -> bool {
    let worded = text.split_once('-').is_some_and(|(letters, number)| {
        letters.starts_with(|c: char| c.is_ascii_uppercase())
            && letters.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            && !number.is_empty()
            && number.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase())
    });
    let dotted = text.contains('.') && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    worded || dotted
}
