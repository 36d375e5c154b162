//! Bytes to text and back.
//!
//! SGF files are UTF-8 or, when old, Latin-1 (the default of FF\[4\]). A file that is valid UTF-8 is
//! read as UTF-8 whatever its `CA` property says: valid UTF-8 beyond ASCII is hardly ever an
//! accident, and wrong `CA` values are common. Everything else is read as Latin-1, which gives
//! every byte a character, so that no file is unreadable and nothing is lost.

use std::borrow::Cow;

/// How the characters of a file are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8, which includes plain ASCII.
    #[default]
    Utf8,
    /// ISO 8859-1: one byte a character.
    Latin1,
}

impl Encoding {
    /// Decodes a file and says how it was encoded.
    pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Self) {
        match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), Self::Utf8),
            Err(_) => (bytes.iter().map(|&byte| char::from(byte)).collect(), Self::Latin1),
        }
    }

    /// Encodes a text so that [`Encoding::decode`] gives it back: in this encoding where that is
    /// possible, otherwise in UTF-8.
    pub fn encode(self, text: &str) -> Vec<u8> {
        if self == Self::Latin1 {
            let latin1: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
            if let Some(bytes) = latin1 {
                // Latin-1 bytes that look like UTF-8 would be read as UTF-8.
                if str::from_utf8(&bytes).is_err() || text.is_ascii() {
                    return bytes;
                }
            }
        }
        text.as_bytes().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_1_comes_back_byte_for_byte() {
        let bytes = b"G\xF3mez";
        let (text, encoding) = Encoding::decode(bytes);
        assert_eq!((&*text, encoding), ("Gómez", Encoding::Latin1));
        assert_eq!(encoding.encode(&text), bytes);
    }

    #[test]
    fn text_that_latin_1_cannot_hold_becomes_utf_8() {
        for text in ["a → b", "Ã©"] {
            let bytes = Encoding::Latin1.encode(text);
            assert_eq!(Encoding::decode(&bytes).0, text);
        }
    }
}
