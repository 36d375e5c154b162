//! Numbers for people.

/// A number with as many digits as are worth reading.
pub(super) fn short(value: f64) -> String {
    let size = value.abs();
    if size >= 1e9 {
        format!("{:.3}G", value / 1e9)
    } else if size >= 1e6 {
        format!("{:.3}M", value / 1e6)
    } else if size >= 1e4 {
        format!("{:.1}k", value / 1e3)
    } else if size >= 100.0 {
        format!("{value:.0}")
    } else if size >= 10.0 {
        format!("{value:.1}")
    } else if size >= 0.0095 || size == 0.0 {
        format!("{value:.3}")
    } else {
        format!("{value:.5}")
    }
}

/// A number, or a dash.
pub(super) fn or_dash(value: Option<f64>) -> String {
    value.map_or_else(|| "-".into(), short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0.000"),
            (0.72, "0.720"),
            (0.0021, "0.00210"),
            (12.34, "12.3"),
            (441.0, "441"),
            (1234.0, "1234"),
            (45_678.0, "45.7k"),
            (5_053_630.0, "5.054M"),
            (3.1e10, "31.000G"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
        assert_eq!(or_dash(None), "-");
    }
}
