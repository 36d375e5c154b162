//! Plots as SVG, drawn by hand: axes, ticks, lines with points, a legend.

use std::fmt::Write as _;

use super::numbers::short;
use crate::experiments::result::Plot;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;
/// Told apart by people who see colours differently (Okabe and Ito).
const COLOURS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// A range of values and where it lies on the picture.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    log: bool,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, from: f64, to: f64, log: bool) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        if low >= high {
            (low, high) = (low - 0.5, low + 0.5);
        }
        if log {
            low = low.max(1e-9);
        } else {
            let room = 0.05 * (high - low);
            (low, high) = (low - room, high + room);
        }
        Self { low, high, from, to, log }
    }

    fn place(&self, value: f64) -> f64 {
        let part = if self.log {
            (value.max(1e-9) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + part * (self.to - self.from)
    }

    /// Round values within the range.
    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
            let all = (first..=last).map(|power| 10f64.powi(power));
            return all.filter(|tick| (self.low..=self.high).contains(tick)).collect();
        }
        let rough = (self.high - self.low) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0];
        let step = steps.iter().map(|s| s * power).find(|step| *step >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// Text that is safe in XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The plot as an SVG element; nothing when it has no points.
pub fn svg(plot: &Plot) -> Option<String> {
    let points = || plot.series.iter().flat_map(|series| series.points.iter().copied());
    points().next()?;
    let x = Axis::new(points().map(|(x, _)| x), LEFT, WIDTH - RIGHT, plot.log_x);
    let y = Axis::new(points().map(|(_, y)| y), HEIGHT - BOTTOM, TOP, false);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>{0}</title><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"13\" font-weight=\"bold\">{0}</text>\n",
        escaped(&plot.title)
    );
    let mut put = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    for tick in y.ticks() {
        let at = y.place(tick);
        put(format!(
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            at + 4.0,
            trimmed(tick)
        ));
    }
    for tick in x.ticks() {
        let at = x.place(tick);
        let floor = HEIGHT - BOTTOM;
        put(format!(
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{floor}\" y2=\"{:.1}\" stroke=\"#333\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            floor + 4.0,
            floor + 16.0,
            trimmed(tick)
        ));
    }
    put(format!(
        "<path d=\"M{LEFT} {TOP}V{0}H{1}\" fill=\"none\" stroke=\"#333\"/>\
         <text x=\"{2:.1}\" y=\"{3:.1}\" text-anchor=\"middle\">{4}</text>\
         <text transform=\"translate(14 {5:.1}) rotate(-90)\" text-anchor=\"middle\">{6}</text>",
        HEIGHT - BOTTOM,
        WIDTH - RIGHT,
        f64::midpoint(LEFT, WIDTH - RIGHT),
        HEIGHT - 10.0,
        escaped(&plot.x_label),
        f64::midpoint(TOP, HEIGHT - BOTTOM),
        escaped(&plot.y_label)
    ));
    // A published line has the colour of the measured one beside it.
    let mut colour = 0;
    for (i, series) in plot.series.iter().enumerate() {
        let is_partner = series.published && i > 0 && !plot.series[i - 1].published;
        if i > 0 && !is_partner {
            colour += 1;
        }
        put(line(series, COLOURS[colour % COLOURS.len()], i, &x, &y));
    }
    out.push_str("</svg>");
    Some(out)
}

fn line(
    series: &crate::experiments::result::Series,
    colour: &str,
    place: usize,
    x: &Axis,
    y: &Axis,
) -> String {
    let dashes = if series.published { " stroke-dasharray=\"5 4\"" } else { "" };
    let mut path = String::new();
    let mut marks = String::new();
    for (i, &(px, py)) in series.points.iter().enumerate() {
        let (px, py) = (x.place(px), y.place(py));
        let step = if i == 0 { 'M' } else { 'L' };
        write!(path, "{step}{px:.1} {py:.1}").expect("a string takes everything");
        if !series.published {
            write!(marks, "<circle cx=\"{px:.1}\" cy=\"{py:.1}\" r=\"2.5\" fill=\"{colour}\"/>")
                .expect("a string takes everything");
        }
    }
    let (at, below) = (WIDTH - RIGHT + 12.0, TOP + 8.0 + 18.0 * place as f64);
    format!(
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes}/>{marks}\
         <path d=\"M{at:.1} {below:.1}h22\" stroke=\"{colour}\" stroke-width=\"1.6\"{dashes}/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        at + 28.0,
        below + 4.0,
        escaped(&series.name)
    )
}

/// A tick without needless zeros.
fn trimmed(tick: f64) -> String {
    let text = short(tick);
    match text.find('.') {
        Some(_) if text.ends_with(|c: char| c.is_ascii_digit()) => {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::result::Series;

    fn plot(points: Vec<(f64, f64)>) -> Plot {
        Plot {
            title: "a < b".into(),
            x_label: "x".into(),
            y_label: "y".into(),
            log_x: false,
            series: vec![Series { name: "s".into(), published: false, points }],
        }
    }

    #[test]
    fn every_point_lies_within_the_axes() {
        let text = svg(&plot(vec![(5.0, 0.9), (9.0, 0.5), (14.0, 0.7)])).expect("a plot");
        let centres: Vec<f64> = text
            .split("cx=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().expect("a number").parse().expect("a number"))
            .collect();
        assert_eq!(centres.len(), 3);
        assert!(centres.iter().all(|x| (LEFT..=WIDTH - RIGHT).contains(x)), "{centres:?}");
        assert!(centres[0] < centres[1] && centres[1] < centres[2]);
        assert!(text.contains("a &lt; b") && !text.contains("a < b"));
    }

    #[test]
    fn no_points_give_no_plot_and_one_point_gives_one() {
        assert_eq!(svg(&plot(Vec::new())), None);
        assert!(svg(&plot(vec![(1.0, 1.0)])).expect("a plot").contains("circle"));
    }
}
