//! Folding of paths, by both platforms' rules on either.

use std::path::Path;

use toolc::permission::{Style, Unfoldable, fold, locate};

#[test]
fn posix_paths_fold_to_absolute_names() {
    for (path, base, folded) in [
        ("/srv/proj/a.txt", None, Ok("/srv/proj/a.txt")),
        ("/", None, Ok("/")),
        ("//", None, Ok("/")),
        ("//srv", None, Ok("/srv")),
        ("/srv//a/./b/", None, Ok("/srv/a/b")),
        ("/../..", None, Ok("/")),
        ("/a/../../b", None, Ok("/b")),
        ("a/b", Some("/srv"), Ok("/srv/a/b")),
        ("../../../etc/passwd", Some("/srv/proj"), Ok("/etc/passwd")),
        (".", Some("/srv/"), Ok("/srv")),
        ("..", Some("/"), Ok("/")),
        ("x", Some("/srv/../y/."), Ok("/y/x")),
        ("~/a", Some("/srv"), Ok("/srv/~/a")),
        ("\\srv\\a", Some("/x"), Ok("/x/\\srv\\a")),
        ("/a\nb/..c/...", None, Ok("/a\nb/..c/...")),
        (" /a", Some("/x"), Ok("/x/ /a")),
        ("a", None, Err(Unfoldable::NoBase)),
        ("a", Some("srv"), Err(Unfoldable::RelativeBase)),
        ("a", Some(""), Err(Unfoldable::RelativeBase)),
        ("", Some("/srv"), Err(Unfoldable::Blank)),
        (" \t\u{a0}", Some("/srv"), Err(Unfoldable::Blank)),
        ("/a\0b", None, Err(Unfoldable::Nul)),
    ] {
        let found = fold(Style::Posix, path, base);
        assert_eq!(
            found.as_deref(),
            folded.as_deref(),
            "{path:?} from {base:?}"
        );
    }
}

#[test]
fn windows_paths_fold_to_absolute_names_or_are_refused() {
    let unc = Err(Unfoldable::Device);
    let alias = Err(Unfoldable::AliasedName);
    for (path, base, folded) in [
        ("C:\\srv\\a", None, Ok("C:/srv/a")),
        ("C:/srv/../../x", None, Ok("C:/x")),
        ("c:\\", None, Ok("c:/")),
        ("a\\..\\b", Some("C:\\srv"), Ok("C:/srv/b")),
        ("..\\..\\x", Some("C:\\srv"), Ok("C:/x")),
        ("\\x", Some("D:\\srv"), Ok("D:/x")),
        ("/x", Some("D:/srv"), Ok("D:/x")),
        ("/x", Some("//host/share/deep"), Ok("//host/share/x")),
        ("\\\\host\\share\\..\\..\\x", None, Ok("//host/share/x")),
        ("//host/share", None, Ok("//host/share/")),
        ("\\x", None, Err(Unfoldable::DriveRelative)),
        ("C:x", Some("C:\\srv"), Err(Unfoldable::DriveRelative)),
        ("C:", Some("C:\\srv"), Err(Unfoldable::DriveRelative)),
        ("x", Some("C:srv"), Err(Unfoldable::DriveRelative)),
        ("x", Some("\\srv"), Err(Unfoldable::RelativeBase)),
        ("\\\\?\\C:\\x", None, unc),
        ("\\\\.\\pipe\\x", None, unc),
        ("//?/C:/x", None, unc),
        ("\\\\host", None, unc),
        ("C:\\srv\\NUL", None, unc),
        ("C:\\srv\\com1.txt\\x", None, unc),
        ("C:\\srv\\aux .tar.gz", None, unc),
        ("LPT³", Some("C:\\srv"), unc),
        ("C:\\srv\\console", None, Ok("C:/srv/console")),
        ("C:\\srv\\com10", None, Ok("C:/srv/com10")),
        ("C:\\a\\b:stream", None, alias),
        ("C:\\a\\b.", None, alias),
        ("C:\\a\\b \\c", None, alias),
        ("C:\\a\\.. \\b", None, alias),
        ("C:\\a\\...\\b", None, alias),
        ("\\\\..\\share\\x", None, alias),
        ("x:y", Some("C:\\srv"), Err(Unfoldable::DriveRelative)),
    ] {
        let found = fold(Style::Windows, path, base);
        assert_eq!(
            found.as_deref(),
            folded.as_deref(),
            "{path:?} from {base:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_working_directory_that_is_no_text_can_only_serve_absolute_paths() {
    use std::os::unix::ffi::OsStrExt;

    use toolc::permission::Unjudgeable;

    let cwd = Path::new(std::ffi::OsStr::from_bytes(b"/srv/\xff"));
    assert_eq!(locate("a", Some(cwd)), Err(Unjudgeable::CwdNotText));
    assert_eq!(locate("/a/../b", Some(cwd)).as_deref(), Ok("/b"));
}

#[cfg(unix)]
#[test]
fn the_process_has_no_say_in_where_a_path_starts() {
    assert!(locate("Cargo.toml", None).is_err());
    assert!(locate("Cargo.toml", Some(Path::new("."))).is_err());
}
