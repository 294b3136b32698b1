//! Bodies of answers, none of which may be as long as it likes.

use std::pin::Pin;
use std::task::{Context, Poll};

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming};

/// The longest answer, and the longest event of a stream.
pub(super) const LONGEST: usize = 16 << 20;

/// The whole body, or nothing of one that is too long.
pub(super) async fn whole(body: Incoming) -> Result<Bytes, super::exchange::Broken> {
    let collected = Limited::new(body, LONGEST).collect().await;
    let collected = collected.map_err(|error| match error.is::<LengthLimitError>() {
        true => super::exchange::Broken::TooLong,
        false => super::exchange::Broken::Body(super::told(&*error)),
    })?;
    Ok(collected.to_bytes())
}

/// A stream of events, which is as long as the server is there, of events that are not.
pub(super) struct Events {
    body: Incoming,
    /// Bytes since the last line that ended.
    since: usize,
}

impl Events {
    pub(super) fn new(body: Incoming) -> Self {
        Self { body, since: 0 }
    }

    /// Counts a piece. A line is shorter than its event, so this is generous; what it stops is one without an end.
    fn fits(&mut self, piece: &[u8]) -> bool {
        match memchr::memrchr(b'\n', piece) {
            Some(end) => {
                let first = memchr::memchr(b'\n', piece).unwrap_or(end);
                let fits = self.since + first <= LONGEST;
                self.since = piece.len() - end - 1;
                fits
            }
            None => {
                self.since += piece.len();
                self.since <= LONGEST
            }
        }
    }
}

impl Body for Events {
    type Data = Bytes;
    type Error = super::exchange::Broken;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let frame = std::task::ready!(Pin::new(&mut self.body).poll_frame(cx));
        Poll::Ready(frame.map(|frame| {
            let frame =
                frame.map_err(|error| super::exchange::Broken::Body(super::told(&error)))?;
            match frame.data_ref() {
                Some(piece) if !self.fits(piece) => Err(super::exchange::Broken::TooLong),
                _ => Ok(frame),
            }
        }))
    }
}
