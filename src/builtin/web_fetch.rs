//! `WebFetch`: a page of the web, as text that a model can read.

use super::tools::{self, web_fetch::ExtractMode};
use std::sync::Arc;

use super::web::{NoPage, Shown, markdown, text};
use super::workspace::Workspace;
use crate::tool::{Context, Handler, ToolError, on_a_thread};

impl Handler<tools::WebFetch> for Workspace {
    async fn call(&self, input: tools::WebFetch, cx: &Context) -> Result<String, ToolError> {
        let workspace = self.clone();
        let fetched = on_a_thread(cx, "toolc-web", move |cx| workspace.fetch(&input, cx));
        // A server that does not answer is not waited for; the thread that does ends with its time-out.
        let token = cx.signal().token();
        match token.run_until_cancelled(fetched).await {
            Some(outcome) => outcome,
            None => Err(interrupted(cx)),
        }
    }
}

impl Workspace {
    fn fetch(&self, input: &tools::WebFetch, cx: &Context) -> Result<String, ToolError> {
        let page = self.shown(input, cx)?;
        let content = &page.content;
        let limit = usize::try_from(input.max_chars).unwrap_or(usize::MAX);
        let cut = content.char_indices().nth(limit).map(|(at, _)| at);
        let mut answer = format!("URL: {}\nContent-Type: {}\n", page.url, page.kind);
        if cut.is_some() || page.cut {
            answer.push_str(&format!(
                "[Content truncated at {} characters]\n",
                cut.map_or(content.chars().count(), |_| limit)
            ));
        }
        answer.push('\n');
        answer.push_str(&content[..cut.unwrap_or(content.len())]);
        Ok(answer)
    }

    /// The whole page, from the web or as it was got lately.
    fn shown(&self, input: &tools::WebFetch, cx: &Context) -> Result<Arc<Shown>, ToolError> {
        let (url, mode) = (&input.url, input.extract_mode);
        let way = match mode {
            ExtractMode::Markdown => "markdown",
            ExtractMode::Text => "text",
        };
        if let Some(page) = self.web.kept.find(url, way) {
            return Ok(page);
        }
        let told = |bytes| cx.progress(bytes, None, "bytes received");
        let page = self
            .web
            .get(url, &|| cx.is_cancelled(), &told)
            .map_err(|why| match why {
                NoPage::Scheme => {
                    ToolError::anticipated(format!("Only http/https URLs are allowed: {url}"))
                }
                NoPage::Blocked => {
                    ToolError::anticipated(format!("URL blocked by security policy: {url}"))
                }
                NoPage::TimedOut => ToolError::anticipated("Request timed out"),
                NoPage::Stopped => interrupted(cx),
                NoPage::Failed(words) => ToolError::anticipated(format!("Fetch failed: {words}")),
            })?;
        let content = match mode {
            _ if !page.is_html() => page.body,
            ExtractMode::Markdown => markdown(&page.body),
            ExtractMode::Text => text(&page.body),
        };
        let shown = Shown {
            url: page.url,
            kind: page.kind,
            content,
            cut: page.cut,
        };
        Ok(self.web.kept.keep(url, way, shown))
    }
}

fn interrupted(cx: &Context) -> ToolError {
    let reason = cx.signal().reason();
    ToolError::anticipated(format!(
        "WebFetch interrupted: {}",
        reason.as_deref().unwrap_or_default()
    ))
}
