//! Builds the crate anew when a file comes to the folders that it embeds, or goes.

fn main() {
    for folder in ["experiments", "published", "claims", "../data"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
