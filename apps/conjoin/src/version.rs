//! What this program is and which processor it needs.

use std::sync::LazyLock;

/// Version and commit.
pub const LINE: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("CONJOIN_COMMIT"), ")");

/// Processor features that the build relies on, where they are not part of the base.
const FEATURES: [(&str, bool); 6] = [
    ("avx2", cfg!(target_feature = "avx2")),
    ("bmi1", cfg!(target_feature = "bmi1")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("fma", cfg!(target_feature = "fma")),
    ("lzcnt", cfg!(target_feature = "lzcnt")),
    ("popcnt", cfg!(target_feature = "popcnt")),
];

/// Version, commit, target and the processor features built for.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(long_text);
    &TEXT
}

fn long_text() -> String {
    let features: Vec<&str> =
        FEATURES.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    let features =
        if features.is_empty() { "none beyond the base".into() } else { features.join(" ") };
    format!("{LINE}\nbuilt for {} with {features}", std::env::consts::ARCH)
}

/// The features that this build needs and the processor does not have.
///
/// The standard library answers with what the build was told, so this asks the processor itself.
#[cfg(target_arch = "x86_64")]
pub fn missing_features() -> Vec<&'static str> {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let basic = __cpuid(1);
    let more = if __cpuid(0).eax >= 7 { __cpuid_count(7, 0).ebx } else { 0 };
    let extended =
        if __cpuid(0x8000_0000).eax > 0x8000_0000 { __cpuid(0x8000_0001).ecx } else { 0 };
    let has = |name: &str| match name {
        "avx2" => more >> 5 & 1 == 1,
        "bmi1" => more >> 3 & 1 == 1,
        "bmi2" => more >> 8 & 1 == 1,
        "fma" => basic.ecx >> 12 & 1 == 1,
        "lzcnt" => extended >> 5 & 1 == 1,
        "popcnt" => basic.ecx >> 23 & 1 == 1,
        _ => true,
    };
    FEATURES.iter().filter(|(name, needed)| *needed && !has(name)).map(|(name, _)| *name).collect()
}

/// Other processors are built for their base.
#[cfg(not(target_arch = "x86_64"))]
pub fn missing_features() -> Vec<&'static str> {
    Vec::new()
}
