//! Durations as people write them.

use std::time::Duration;

/// The longest time that is understood, some thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Reads `500ms`, `10s`, `2m`, `1h`, `1.5s`; a bare number is seconds.
pub fn parse(text: &str) -> Result<Duration, String> {
    let fail = || format!("duration {text:?}: expected a number with ms, s, m or h, such as 500ms");
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(fail()),
    };
    let number: f64 = number.parse().map_err(|_| fail())?;
    let duration = Duration::try_from_secs_f64(number * seconds).map_err(|_| fail())?;
    if duration.is_zero() {
        return Err(format!("duration {text:?}: expected more than nothing"));
    }
    // Longer ones cannot be added to a time.
    if duration > LONGEST {
        return Err(format!("duration {text:?}: expected less than thirty years"));
    }
    Ok(duration)
}

/// The number and what stands after it.
pub fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, milliseconds) in
            [("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1.5", 1500), ("1h", 3_600_000)]
        {
            assert_eq!(parse(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in [
            "",
            "s",
            "-1s",
            "1 week",
            "ten",
            "1e400s",
            "9999999999999999999999h",
            "9999999999999999s",
            "0s",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
