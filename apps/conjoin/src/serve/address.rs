//! Where the app listens, and how people get there.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::process::{Command, Stdio};

use crate::failure::{Failure, bad_input};
use crate::output;

/// Ports tried after the first.
const TRIES: u16 = 100;

/// Listens on the port, or on the next free one.
pub fn bind(host: &str, port: u16) -> Result<TcpListener, Failure> {
    let address =
        (host, port).to_socket_addrs().ok().and_then(|mut found| found.next()).ok_or_else(
            || bad_input(&format!("--host {host:?} is not an address of this machine")),
        )?;
    let last = port.saturating_add(TRIES);
    let mut reason = None;
    for port in port..=last {
        match TcpListener::bind(SocketAddr::new(address.ip(), port)) {
            Ok(listener) => return Ok(listener),
            Err(error) => {
                let taken = error.kind() == std::io::ErrorKind::AddrInUse;
                reason = Some(error);
                if !taken {
                    break;
                }
            }
        }
    }
    let reason = reason.map_or(String::new(), |error| error.to_string());
    Err(bad_input(&format!("cannot listen on {host} port {port} to {last}: {reason}")))
}

/// The address as a browser takes it.
fn url(local: SocketAddr) -> String {
    let ip = match local.ip() {
        ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, local.port()))
}

/// Prints the address first, then what else is worth knowing.
pub fn announce(host: &str, local: SocketAddr) -> Result<(), Failure> {
    output::print(&format!("Conjoin is at {}", url(local)))?;
    let port = local.port();
    if over_ssh() && local.ip().is_loopback() {
        output::print(&format!(
            "You are here over SSH. On your own machine: ssh -L {port}:localhost:{port} THIS_HOST, \
             then open http://localhost:{port}/"
        ))?;
    }
    if !local.ip().is_loopback() {
        output::print(&format!("Anybody who reaches {host} can use it: there is no password."))?;
    }
    output::print("Ctrl-C ends it.")
}

fn over_ssh() -> bool {
    ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].iter().any(|name| std::env::var_os(name).is_some())
}

fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(any(target_os = "macos", windows)) {
        return !over_ssh();
    }
    set("DISPLAY") || set("WAYLAND_DISPLAY")
}

/// Opens a browser where there is a display; a failure changes nothing.
pub fn open_browser(local: SocketAddr) {
    if !has_display() {
        return;
    }
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    command.arg(url(local)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Ok(mut child) = command.spawn() {
        // Nobody asks how it went, but the system wants it collected.
        std::thread::spawn(move || drop(child.wait()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_means_the_next_free_one() {
        let first = bind("127.0.0.1", 28_017).unwrap().local_addr().unwrap();
        let held = TcpListener::bind(first).ok();
        let taken = bind("127.0.0.1", first.port()).unwrap();
        let second = bind("127.0.0.1", first.port()).unwrap();
        assert_ne!(taken.local_addr().unwrap(), second.local_addr().unwrap());
        drop(held);
    }

    #[test]
    fn a_host_that_is_none_is_refused() {
        assert!(bind("no such host", 8017).is_err());
    }
}
