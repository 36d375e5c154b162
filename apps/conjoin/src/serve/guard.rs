//! Who may talk to the app: pages that it served itself, under a name that is its own.
//!
//! A page of another site may open a WebSocket to any address, so the `Origin` that browsers send
//! has to be our own. A foreign name that resolves to this machine is refused by its `Host`:
//! addresses cannot be made to point elsewhere, names can.

use std::net::{IpAddr, SocketAddr};

use axum::http::HeaderMap;
use axum::http::header::{self, HeaderName, HeaderValue};

/// Knows which hosts are ours.
#[derive(Debug)]
pub struct Guard {
    /// The name that was given with `--host`.
    name: String,
    /// Is only this machine served?
    loopback: bool,
}

impl Guard {
    /// The guard of an address.
    pub fn new(name: &str, local: SocketAddr) -> Self {
        Self { name: name.to_ascii_lowercase(), loopback: local.ip().is_loopback() }
    }

    /// Why a request is refused, if it is.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), String> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).ok_or("the request names no host")?;
        if !self.is_ours(host) {
            return Err(format!("host {host:?} is not served here: use the address as printed"));
        }
        match text(header::ORIGIN) {
            Some(origin) if !same_place(origin, host) => {
                Err(format!("a page of {origin:?} may not use this"))
            }
            _ => Ok(()),
        }
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = host_name(host).to_ascii_lowercase();
        if name == "localhost" || name == self.name {
            return true;
        }
        match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.loopback,
            Err(_) => false,
        }
    }
}

/// The name without the port and without the brackets of IPv6.
fn host_name(host: &str) -> &str {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split(']').next().unwrap_or(rest);
    }
    host.rsplit_once(':').map_or(host, |(name, _)| name)
}

fn same_place(origin: &str, host: &str) -> bool {
    let place = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    place.is_some_and(|place| place.eq_ignore_ascii_case(host))
}

/// What every answer says about what a page may do.
pub fn add_headers(headers: &mut HeaderMap) {
    const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
        img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'";
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(guard: &Guard, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        guard.check(&headers).is_ok()
    }

    #[test]
    fn only_our_own_pages_under_our_own_name_are_served() {
        let guard = Guard::new("127.0.0.1", "127.0.0.1:8017".parse().unwrap());
        for host in ["127.0.0.1:8017", "localhost:8017", "localhost:9000", "[::1]:8017"] {
            assert!(asked(&guard, host, None), "{host}");
            assert!(asked(&guard, host, Some(&format!("http://{host}"))), "{host}");
        }
        for host in ["evil.example:8017", "192.168.1.7:8017", "127.0.0.1.evil.example", ""] {
            assert!(!asked(&guard, host, None), "{host}");
        }
        for origin in ["http://evil.example", "null", "http://localhost:9", "file://"] {
            assert!(!asked(&guard, "127.0.0.1:8017", Some(origin)), "{origin}");
        }
    }

    #[test]
    fn a_public_address_is_served_under_addresses_and_its_own_name() {
        let guard = Guard::new("my-machine", "192.168.1.7:8017".parse().unwrap());
        assert!(asked(&guard, "192.168.1.7:8017", None));
        assert!(asked(&guard, "My-Machine:8017", None));
        assert!(!asked(&guard, "evil.example:8017", None));
    }
}
