//! The pages, embedded in the program.

use std::io::Write as _;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Pages;

/// Answers with a page, or with "not found".
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(file) = Pages::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let hash = hash.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    let tag = format!("\"{hash:016x}\"");
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let takes_gzip = headers
        .get(ACCEPT_ENCODING)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("gzip"));
    // Browsers ask each time whether the file is still the same: a new version shows at once.
    let headers = [
        (CONTENT_TYPE, kind(path).to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag),
        (VARY, ACCEPT_ENCODING.to_string()),
    ];
    if takes_gzip {
        (headers, [(CONTENT_ENCODING, "gzip")], gzip(&file.data)).into_response()
    } else {
        (headers, file.data.into_owned()).into_response()
    }
}

/// The types in the pages are comments: packed, they weigh next to nothing on the way.
fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::http::HeaderValue;
    use flate2::read::GzDecoder;

    use super::*;

    /// The limit of the design: all that a browser may ever load.
    const MOST_BYTES: usize = 100 * 1024;

    #[test]
    fn all_pages_together_are_small() {
        let sizes: Vec<usize> = Pages::iter()
            .map(|path| gzip(&Pages::get(&path).expect("it is listed").data).len())
            .collect();
        assert!(sizes.len() > 10);
        assert!(sizes.iter().sum::<usize>() < MOST_BYTES, "{sizes:?}");
    }

    #[tokio::test]
    async fn a_browser_that_takes_gzip_gets_the_same_page_packed() {
        let get = async |accepted: Option<&'static str>| {
            let headers =
                accepted.map(|accepted| (ACCEPT_ENCODING, HeaderValue::from_static(accepted)));
            let answer = page(Uri::from_static("/app.js"), headers.into_iter().collect()).await;
            let is_packed = answer.headers().contains_key(CONTENT_ENCODING);
            let body = axum::body::to_bytes(answer.into_body(), MOST_BYTES).await.unwrap();
            (is_packed, body.to_vec())
        };
        let (is_packed, plain) = get(None).await;
        assert!(!is_packed);
        let (is_packed, packed) = get(Some("br, gzip")).await;
        assert!(is_packed && packed.len() < plain.len());
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        assert_eq!(unpacked, plain);
    }
}
