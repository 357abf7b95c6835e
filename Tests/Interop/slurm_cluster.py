"""A cluster of Slurm on this machine: its real daemons, without systemd, in a folder of their own.

Everything that is started here ends with the cluster, by its process number.
"""

import os
import pathlib
import shutil
import socket
import subprocess
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "sinfo"]
PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


class Unavailable(Exception):
    """Why there can be no cluster here."""


def free_ports(count):
    """Ports that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """munged, slurmctld and slurmd, with a node of four processors, however many there are."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.children = []
        self.is_up = False
        missing = [name for name in PROGRAMS if not shutil.which(name, path=PATH)]
        if missing:
            raise Unavailable(f"not installed: {', '.join(missing)}")
        if os.geteuid() != 0:
            raise Unavailable("the daemons want root")
        self.host = socket.gethostname().split(".")[0]
        self.environment = {**os.environ, "PATH": PATH}
        self.environment["SLURM_CONF"] = str(self.folder / "slurm.conf")

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        self.is_up = True
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            child.terminate()
        for child in reversed(self.children):
            try:
                child.wait(20)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def spawn(self, *command, log):
        """Starts a daemon in the foreground."""
        with (self.folder / "log" / log).open("ab") as output:
            child = subprocess.Popen(
                [str(word) for word in command],
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                env=self.environment,
                start_new_session=True,
            )
        self.children.append(child)
        return child

    def start(self):
        folder = self.folder
        folder.chmod(0o755)
        for name in ("state", "spool", "log"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        controller, node = free_ports(2)
        # 22.05 knows autodetect, cgroup/v1 and cgroup/v2, of which the last one wants systemd.
        (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        (folder / "slurm.conf").write_text(
            f"""
ClusterName=kymo
SlurmctldHost={self.host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.sock
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.log
SlurmctldPort={controller}
SlurmdPort={node}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/log/jobcomp.txt
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
RequeueExit=75
MaxArraySize=1001
MinJobAge=300
KillWait=1
InactiveLimit=0
SlurmdParameters=config_overrides
NodeName={self.host} NodeHostname={self.host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=1000 State=UNKNOWN
PartitionName=kymo Nodes={self.host} Default=YES MaxTime=INFINITE State=UP
"""
        )
        # --force, as munged refuses what root owns otherwise.
        self.spawn(
            "munged", "--foreground", "--force", "-S", folder / "munge.sock",
            "--pid-file", folder / "munged.pid", "--log-file", folder / "log" / "munged.log",
            "--seed-file", folder / "munged.seed", "--key-file", key, log="munged.out",
        )
        self.wait(lambda: (folder / "munge.sock").exists(), "munged makes no socket")
        self.spawn("slurmctld", "-D", log="slurmctld.out")
        self.wait(lambda: self.run("scontrol", "ping", check=False).returncode == 0, "no controller")
        self.spawn("slurmd", "-D", log="slurmd.out")
        self.wait(lambda: self.node() in ("idle", "mixed", "allocated"), "the node is not idle")

    def node(self):
        return self.run("sinfo", "-h", "-N", "-o", "%T", check=False).stdout.strip()

    def wait(self, holds, problem, seconds=30):
        """Waits until something holds, or a daemon has ended: a failure once the cluster is up."""
        deadline = time.monotonic() + seconds
        while not holds():
            ended = [child.args[0] for child in self.children if child.poll() is not None]
            if ended or time.monotonic() > deadline:
                logs = sorted((self.folder / "log").glob("*.out"))
                said = "\n".join(path.read_text(errors="replace")[-400:] for path in logs)
                kind = AssertionError if self.is_up else Unavailable
                raise kind(f"{problem}; ended: {ended or 'none'}\n{said}")
            time.sleep(0.1)

    def run(self, *command, check=True, cwd=None):
        """Runs a client of the cluster."""
        done = subprocess.run(
            [str(word) for word in command],
            capture_output=True, text=True, env=self.environment, cwd=cwd, timeout=60,
        )
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done

    def states(self, job):
        """What became of each task of an array, and how often it was restarted: index -> (state, restarts)."""
        found = {}
        for line in self.run("scontrol", "show", "job", "-o", job).stdout.splitlines():
            fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
            index = fields.get("ArrayTaskId", "")
            if index.isdigit():
                found[int(index)] = (fields["JobState"], int(fields.get("Restarts", 0)))
        return found

    def hasten(self, job, indices):
        """Lets requeued tasks begin at once: Slurm waits two minutes for whatever may be wrong with the node."""
        for index in indices:
            name = f"{job}_{index}"
            self.wait(
                lambda: self.run(
                    "scontrol", "update", f"JobId={name}", "StartTime=now", check=False
                ).returncode == 0,
                f"{name} cannot begin earlier",
            )

    def wait_for_job(self, job, seconds=90):
        """Waits until nothing of a job is left in the queue."""
        deadline = time.monotonic() + seconds
        while self.run("squeue", "-h", "-j", job, check=False).stdout.strip():
            assert time.monotonic() < deadline, self.run("squeue").stdout
            time.sleep(0.2)
