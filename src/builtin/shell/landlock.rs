//! Confinement by Linux: rules that a thread takes upon itself, for good, and that everything it starts inherits.
//!
//! A thread is made for each command. It restricts itself, starts the shell and ends; the rest of the program stays as free
//! as it was. Nothing runs between the restriction and the shell, and no code of ours between its fork and its exec.

use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;

use ::landlock::{
    ABI, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use tokio::process::{Child, Command};
use tokio::runtime::Handle;

use super::sandbox::Rule;
use super::{NotEnforced, Sandbox};

/// The first Landlock that knows of every way to change a file's content: Linux 6.2.
const WRITES: ABI = ABI::V3;

/// The devices that everybody may write to, since it leads nowhere.
const NOWHERE: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Rules that the kernel has taken; the folders are the ones that were there then, whatever their names lead to later.
#[derive(Debug)]
pub(super) struct Confinement {
    rules: RulesetCreated,
}

impl Confinement {
    pub(super) fn new(sandbox: &Sandbox) -> Result<Self, NotEnforced> {
        let mut rules = rules(sandbox)?;
        for path in &sandbox.writable {
            let folder = folder(path).map_err(|source| NotEnforced::Folder {
                path: path.clone(),
                source,
            })?;
            let rule = PathBeneath::new(folder, AccessFs::from_write(ABI::V5));
            rules = rules.add_rule(best_effort(rule)).map_err(refused)?;
        }
        for device in NOWHERE {
            if let Ok(device) = File::open(device) {
                let access = AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
                let rule = PathBeneath::new(device, access);
                rules = rules.add_rule(best_effort(rule)).map_err(refused)?;
            }
        }
        let confinement = Self { rules };
        // Tried once before anything depends on it.
        confinement
            .within(|| ())
            .map_err(|e| NotEnforced::Refused(e.into()))?;
        Ok(confinement)
    }

    /// Starts a command that is confined from its first instruction on.
    pub(super) fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        let runtime = Handle::try_current().map_err(io::Error::other)?;
        self.within(|| {
            let _inside = runtime.enter();
            command.spawn()
        })?
    }

    /// Does something on a thread that is confined, and ends with it.
    fn within<T: Send>(&self, what: impl FnOnce() -> T + Send) -> io::Result<T> {
        let rules = self.rules.try_clone()?;
        thread::scope(|scope| {
            let confined = move || {
                let status = rules.restrict_self().map_err(io::Error::other)?;
                if status.ruleset == RulesetStatus::NotEnforced || !status.no_new_privs {
                    return Err(io::Error::other("the kernel did not confine the thread"));
                }
                Ok(what())
            };
            thread::Builder::new()
                .name("toolc-sandbox".to_owned())
                .spawn_scoped(scope, confined)?
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the confined thread panicked")))
        })
    }
}

/// What the kernel has to decide on. What is promised is required; what is only known to newer kernels comes on top.
fn rules(sandbox: &Sandbox) -> Result<RulesetCreated, NotEnforced> {
    let lacks = |rule| {
        move |e: RulesetError| NotEnforced::Kernel {
            rule,
            source: e.into(),
        }
    };
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_write(WRITES))
        .map_err(lacks(Rule::Writes))?;
    if !sandbox.tcp {
        rules = rules
            .handle_access(AccessNet::BindTcp | AccessNet::ConnectTcp)
            .map_err(lacks(Rule::Tcp))?;
    }
    rules
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::IoctlDev)
        .and_then(|rules| rules.scope(Scope::AbstractUnixSocket | Scope::Signal))
        .and_then(Ruleset::create)
        .map_err(refused)
}

/// Rights that the rules do not decide on are left out of a rule.
fn best_effort(rule: PathBeneath<File>) -> PathBeneath<File> {
    rule.set_compatibility(CompatLevel::BestEffort)
}

fn folder(path: &Path) -> io::Result<File> {
    let folder = File::open(path)?;
    if folder.metadata()?.is_dir() {
        Ok(folder)
    } else {
        Err(io::ErrorKind::NotADirectory.into())
    }
}

fn refused(e: RulesetError) -> NotEnforced {
    NotEnforced::Refused(e.into())
}
