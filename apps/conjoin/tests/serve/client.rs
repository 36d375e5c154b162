//! A plain WebSocket client, so that tests can also send what no library would.
//!
//! Nothing here waits for ever: an answer that does not come is an error, however many signs of
//! life the program sends in the meantime.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_mins(2);
/// How long the program may take to start, and to end when it is asked to.
const LAUNCH: Duration = Duration::from_secs(20);

/// A running program; ended when dropped.
pub struct Server {
    pub child: Child,
    pub port: u16,
    pub first_line: String,
}

impl Server {
    /// Starts `conjoin` with these arguments.
    pub fn start(arguments: &[&str]) -> Self {
        Self::spawn(Command::new(env!("CARGO_BIN_EXE_conjoin")).args(arguments))
    }

    /// Starts `conjoin` with so few file descriptors.
    #[cfg(unix)]
    pub fn start_with_descriptors(descriptors: u32, arguments: &[&str]) -> Self {
        let script = format!("ulimit -n {descriptors}; exec \"$0\" \"$@\"");
        let program = env!("CARGO_BIN_EXE_conjoin");
        Self::spawn(Command::new("sh").args(["-c", &script, program]).args(arguments))
    }

    /// Starts a command and reads the address it prints first.
    fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("piped");
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(output).lines();
            drop(sender.send(lines.next()));
            // The rest is read and forgotten, so that the program can go on printing.
            lines.for_each(drop);
        });
        let first = receiver.recv_timeout(LAUNCH);
        let Ok(Some(Ok(first_line))) = first else {
            drop(child.kill());
            panic!("no first line: {first:?}");
        };
        let port = first_line.trim_end_matches('/').rsplit(':').next();
        let port =
            port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{first_line}"));
        Self { child, port, first_line }
    }

    pub fn connect(&self) -> Client {
        Client::connect(self.port, None).expect("a connection")
    }

    /// Asks the system to end the program politely, and waits; how long it took.
    pub fn terminate(mut self) -> Duration {
        let start = Instant::now();
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
        loop {
            if let Some(status) = self.child.try_wait().expect("its state") {
                assert!(status.success(), "{status}");
                return start.elapsed();
            }
            assert!(start.elapsed() < LAUNCH, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// One HTTP request; status line, headers and body as text.
pub fn get(port: u16, path: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_read_timeout(Some(LAUNCH)).expect("a time-out");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

/// A frame as a browser sends it.
pub fn frame(opcode: u8, payload: &[u8]) -> Vec<u8> {
    let mut frame = vec![0x80 | opcode];
    match payload.len() {
        length @ 0..126 => frame.push(0x80 | length as u8),
        length @ 126..=0xffff => {
            frame.push(0x80 | 0x7e);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(0x80 | 0x7f);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    let mask = [0x12, 0x34, 0x56, 0x78];
    frame.extend(mask);
    frame.extend(payload.iter().enumerate().map(|(i, byte)| byte ^ mask[i % 4]));
    frame
}

/// A connection of a page.
pub struct Client {
    stream: BufReader<TcpStream>,
    next: u64,
}

impl Client {
    /// Connects as a page of this origin.
    pub fn connect(port: u16, origin: Option<&str>) -> Result<Self, String> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(|e| e.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time-out");
        let origin = origin.map_or(String::new(), |origin| format!("Origin: {origin}\r\n"));
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{origin}Upgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).map_err(|e| e.to_string())?;
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).map_err(|e| e.to_string())? == 0 {
                break;
            }
        }
        if !head.starts_with("HTTP/1.1 101") {
            return Err(head);
        }
        Ok(Self { stream, next: 1 })
    }

    /// Sends one frame.
    pub fn send_frame(&mut self, opcode: u8, payload: &[u8]) {
        self.send_bytes(&frame(opcode, payload)).expect("sent");
    }

    /// Sends anything at all.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    pub fn send_text(&mut self, text: &str) {
        self.send_frame(1, text.as_bytes());
    }

    /// The next frame: what it is and what is in it. Nothing when the connection is over.
    fn read_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head).ok()?;
        let length = match head[1] & 0x7f {
            126 => {
                let mut bytes = [0; 2];
                self.stream.read_exact(&mut bytes).ok()?;
                u64::from(u16::from_be_bytes(bytes))
            }
            127 => {
                let mut bytes = [0; 8];
                self.stream.read_exact(&mut bytes).ok()?;
                u64::from_be_bytes(bytes)
            }
            length => u64::from(length),
        };
        let mut payload = vec![0; length as usize];
        self.stream.read_exact(&mut payload).ok()?;
        Some((head[0] & 0x0f, payload))
    }

    /// The next message, or nothing when the connection is over or nothing comes.
    pub fn receive(&mut self) -> Option<Value> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.read_frame()? {
                (1, payload) => return Some(serde_json::from_slice(&payload).expect("JSON")),
                (8, _) => return None,
                (9, payload) => self.send_frame(10, &payload),
                _ => {}
            }
        }
        None
    }

    /// Reads and forgets all frames that are there or come within a moment.
    pub fn drain(&mut self) {
        const MOMENT: Duration = Duration::from_millis(1);
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            self.stream.get_ref().set_read_timeout(Some(MOMENT)).expect("a time-out");
            let found = match self.stream.fill_buf() {
                Ok(bytes) => !bytes.is_empty(),
                // Nothing there, or the connection is over: what is sent next will tell.
                Err(_) => false,
            };
            self.stream.get_ref().set_read_timeout(Some(PATIENCE)).expect("a time-out");
            if !found || self.read_frame().is_none() {
                return;
            }
        }
    }

    /// Sends a question; its id.
    pub fn send(&mut self, what: &str, mut body: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        body["id"] = json!(id);
        body["do"] = json!(what);
        self.send_text(&body.to_string());
        id
    }

    /// The answer or error of a question, with events left out.
    pub fn wait(&mut self, id: u64) -> Result<Value, String> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let message = self.receive().ok_or("the connection is over")?;
            if message["id"] != json!(id) || !message["event"].is_null() {
                continue;
            }
            return match message["error"].as_str() {
                Some(error) => Err(error.to_owned()),
                None => Ok(message["answer"].clone()),
            };
        }
        Err(format!("no answer within {PATIENCE:?}"))
    }

    /// Asks and waits for the answer.
    pub fn ask(&mut self, what: &str, body: Value) -> Result<Value, String> {
        let id = self.send(what, body);
        self.wait(id)
    }
}
