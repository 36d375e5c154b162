//! Durations, sizes and counts as people write them.

pub use conjoin_engine::duration::parse as parse_duration;
use conjoin_engine::duration::split_unit;

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
