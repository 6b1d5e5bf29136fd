//! How long a replay may go on. There is no clock here: whoever asks for a replay brings one.

/// How long a replay may go on. It is asked before every line.
pub trait Budget {
    /// Whether there is time left and somebody still waits.
    fn goes_on(&self) -> bool;

    /// The same as a result, for a walk through lines.
    fn check(&self) -> Result<(), String> {
        self.goes_on().then_some(()).ok_or_else(|| String::from("the replay was stopped"))
    }
}
