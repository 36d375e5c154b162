//! Connections: how many there may be, and how long each may take for its request.
//!
//! Whoever connects and says nothing, or only half a request, is cut off after a time; so are
//! connections that are kept open and not used. When there are too many, or no descriptors are
//! left, the oldest go: a new tab is served at once. WebSockets are not counted here: they are
//! handed over to their tabs.

use std::collections::VecDeque;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};

/// What a connection may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub most: usize,
    /// Time to send the head of a request, also of the next one on the same connection.
    pub head: Duration,
    /// Time for all its requests; the answer that is under way is still sent, if it is taken as
    /// fast as a head has to come.
    pub life: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { most: 128, head: Duration::from_secs(10), life: Duration::from_mins(1) }
    }
}

/// After an error that is not of one connection, and when descriptors were set free.
const PAUSE: Duration = Duration::from_millis(10);

/// Serves connections until the program ends, and those that are open then until they close.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    limits: Limits,
    mut ending: watch::Receiver<bool>,
) {
    let mut tasks = JoinSet::new();
    let mut open: VecDeque<AbortHandle> = VecDeque::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = ended(&mut ending) => break,
        };
        while tasks.try_join_next().is_some() {}
        open.retain(|task| !task.is_finished());
        match accepted {
            Ok((stream, _)) => {
                if open.len() >= limits.most {
                    close_oldest(&mut open, 1);
                }
                let serving = serve_one(stream, routes.clone(), limits, ending.clone());
                open.push_back(tasks.spawn(serving));
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(_) => {
                // Most likely no descriptor is left; a quarter, so that a crowd is soon through.
                let count = open.len() / 4 + 1;
                close_oldest(&mut open, count);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

fn close_oldest(open: &mut VecDeque<AbortHandle>, count: usize) {
    for task in open.drain(..count.min(open.len())) {
        task.abort();
    }
}

fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn ended(ending: &mut watch::Receiver<bool>) {
    drop(ending.wait_for(|ended| *ended).await);
}

/// Serves one connection until it closes, becomes a WebSocket, or has had its time.
async fn serve_one(
    stream: TcpStream,
    routes: Router,
    limits: Limits,
    mut ending: watch::Receiver<bool>,
) {
    let service = TowerToHyperService::new(routes);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = tokio::time::sleep(limits.life) => {}
        () = ended(&mut ending) => {}
    }
    connection.as_mut().graceful_shutdown();
    drop(tokio::time::timeout(limits.head, connection).await);
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpStream as Stream};

    use super::*;

    /// Generous for a loaded machine.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// A server with these limits, until the sender is dropped.
    fn start(limits: Limits) -> (SocketAddr, watch::Sender<bool>) {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let (end, ending) = watch::channel(false);
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let listener = TcpListener::from_std(listener).expect("a listener");
                let routes = Router::new().fallback(|| async { "here" });
                serve(listener, routes, limits, ending).await;
            });
        });
        (address, end)
    }

    fn connect(address: SocketAddr, text: &str) -> Stream {
        let mut stream = Stream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        stream.write_all(text.as_bytes()).expect("sent");
        stream
    }

    /// All that comes until the other side closes.
    fn rest(mut stream: Stream) -> Result<String, std::io::ErrorKind> {
        let mut text = String::new();
        match stream.read_to_string(&mut text) {
            Ok(_) => Ok(text),
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => Ok(text),
            Err(error) => Err(error.kind()),
        }
    }

    const REQUEST: &str = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";

    #[test]
    fn whoever_does_not_finish_a_request_is_cut_off() {
        let limits = Limits { head: Duration::from_millis(100), ..Limits::default() };
        let (address, _end) = start(limits);
        for text in ["", "G", "GET / HTTP/1.1\r\nHost: he"] {
            let streams: Vec<Stream> = (0..20).map(|_| connect(address, text)).collect();
            for stream in streams {
                assert_eq!(rest(stream), Ok(String::new()), "{text:?}");
            }
        }
        // Nor is a connection kept for a request that does not come.
        let said = rest(connect(address, REQUEST)).expect("closed");
        assert!(said.ends_with("here"), "{said}");
    }

    #[test]
    fn no_connection_lasts_for_ever() {
        let life = Duration::from_millis(100);
        let (address, _end) = start(Limits { life, ..Limits::default() });
        let said = rest(connect(address, REQUEST)).expect("closed");
        assert!(said.ends_with("here"), "{said}");
    }

    #[test]
    fn the_oldest_make_room_for_the_newest() {
        let hour = Duration::from_hours(1);
        let (address, _end) = start(Limits { most: 4, head: hour, life: hour });
        let idle: Vec<Stream> = (0..20).map(|_| connect(address, "GET /")).collect();
        let mut new = connect(address, REQUEST);
        let mut answer = [0; 12];
        new.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
        for stream in idle.into_iter().take(16) {
            assert_eq!(rest(stream), Ok(String::new()));
        }
    }
}
