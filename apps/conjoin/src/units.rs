//! Durations, sizes and counts as people write them.

use std::time::Duration;

/// The longest time that is understood, some thirty years.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

/// Reads `500ms`, `10s`, `2m`, `1h`, `1.5s`; a bare number is seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
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

/// Reads `64MiB`, `4GiB`, `512KiB`, and `MB`, `GB`; a bare number is bytes.
pub fn parse_size(text: &str) -> Result<usize, String> {
    let fail = || format!("size {text:?}: expected a number with MiB or GiB, such as 512MiB");
    let (number, unit) = split_unit(text);
    let unit: f64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "kb" => 1e3,
        "m" | "mib" => 1_048_576.0,
        "mb" => 1e6,
        "g" | "gib" => 1_073_741_824.0,
        "gb" => 1e9,
        _ => return Err(fail()),
    };
    let bytes = number.parse::<f64>().map_err(|_| fail())? * unit;
    if !(1.0..=1e15).contains(&bytes) {
        return Err(fail());
    }
    Ok(bytes as usize)
}

/// The number and what stands after it.
fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A number in groups of three digits: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, milliseconds) in
            [("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1.5", 1500), ("1h", 3_600_000)]
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
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
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in
            [("64MiB", 64 << 20), ("1GiB", 1 << 30), ("100", 100), ("2 GB", 2_000_000_000)]
        {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "MiB", "-1MiB", "0", "12 elephants", "1.2.3", "99999999999999GiB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
