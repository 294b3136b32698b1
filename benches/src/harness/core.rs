//! Keeps a measuring process on one processor core, so that it does not pay for being moved.

/// Stays on the core it happens to run on, where the system lets it; elsewhere this does nothing.
pub fn pin() {
    #[cfg(target_os = "linux")]
    {
        use nix::sched::{CpuSet, sched_getcpu, sched_setaffinity};
        use nix::unistd::Pid;

        let this_process = Pid::from_raw(0);
        let mut cores = CpuSet::new();
        let pinned = sched_getcpu()
            .and_then(|core| cores.set(core))
            .and_then(|()| sched_setaffinity(this_process, &cores));
        if let Err(error) = pinned {
            eprintln!("not pinned to a core: {error}");
        }
    }
}
