//! What a user may not do, tested also where the tests are run by one who may do everything.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::thread::yield_now;

const NOBODY: u32 = 65534;

/// Is set in the program that [`once_more`] has started.
const AGAIN: &str = "TOOLC_TEST_AS_NOBODY";

/// Runs a test of this program again, as a user who may not do everything, where the one who started it may.
pub(crate) fn once_more(test: &str) {
    assert!(
        std::env::var_os(AGAIN).is_none(),
        "nobody may do everything"
    );
    // The build may lie where nobody else may look.
    let folder = tempfile::TempDir::new().expect("a folder");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
    let program = folder.path().join("test");
    fs::copy(std::env::current_exe().expect("this program"), &program).expect("a copy");
    let mut command = Command::new(&program);
    command
        .args(["--exact", test])
        .env(AGAIN, "1")
        .env_remove("TMPDIR")
        .current_dir(folder.path())
        .uid(NOBODY)
        .gid(NOBODY);
    let output = loop {
        match command.output() {
            // A process that another test is just starting has the copy open for writing, for a moment.
            Err(e) if e.kind() == ErrorKind::ExecutableFileBusy => yield_now(),
            output => break output.expect("the program runs"),
        }
    };
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}"
    );
}
