//! Whose word counts for the name of a server that is reached over https.
//!
//! Not how a certificate is checked, which is rustls' business: only whom the system trusts, so that a company's own authority
//! counts here as it does in every other program of that machine.

use std::sync::LazyLock;

use rustls_native_certs::load_native_certs;

static OF_THE_SYSTEM: LazyLock<Option<Vec<Vec<u8>>>> = LazyLock::new(|| {
    let named = ["SSL_CERT_FILE", "SSL_CERT_DIR"]
        .iter()
        .any(|name| std::env::var_os(name).is_some());
    let found = load_native_certs();
    for error in &found.errors {
        tracing::warn!(%error, "a certificate of the system cannot be read");
    }
    let certificates: Vec<Vec<u8>> = found.certs.iter().map(|it| it.to_vec()).collect();
    (named || !certificates.is_empty()).then_some(certificates)
});

/// The certificates, in DER, of the authorities that the system trusts: where it keeps them, or what the environment's
/// `SSL_CERT_FILE` and `SSL_CERT_DIR` name instead. Read once.
///
/// `None` where the system has none at all, so that a list of one's own may stand in. What the environment names counts even when
/// nothing can be read there: then nobody is trusted, rather than more than were asked for.
pub(crate) fn of_the_system() -> Option<&'static [Vec<u8>]> {
    OF_THE_SYSTEM.as_deref()
}
