import Glibc
import Testing

@testable import KymoCommandLine

@Suite("Command line tool") struct CommandLineToolTests {
  @Test("help of a command, to the letter") func help() {
    let expected = """
      OVERVIEW: Shake a recording and see what falls out.

      Every event is shaken once. What falls out is written to the output in the order
      in which it fell, so that two runs with one seed agree.

        shaken = event + noise(seed)

      Nothing is written when nothing falls.

      USAGE: kymo shake <recording> ... -o FILE [--speed SPEED] [--duration SECONDS]
              [--seed N] [--format FORMAT] [--export NAME=FILE ...] [-t N]
              [--tilt DEGREES] [--label TEXT] [--strict] [--verbose]

      ARGUMENTS:
        <recording>  The recordings to shake.

      OPTIONS:
        -o, --output FILE   Where to write what fell out.
        --speed SPEED       A multiple of the recorded speed (1, 10, 2.5x), or max for
                            no waiting. (default: max)
        --duration SECONDS  Stop after so much logical time.
        --seed N            The seed of everything random; the same seed gives the
                            same bytes. (default: 1)
        --format FORMAT     Write results as text for people or json for programs.
                            (default: text)
        --export NAME=FILE  Also write a report to FILE; NAME is one of json, hgrm.
                            May be repeated.
        -t, --times N       How often to shake. (default: 3)
        --tilt DEGREES      Tilt first.
        --label TEXT        A name for the run.
        --strict            Refuse what would otherwise be repaired.
        -v, --verbose       Tell more.
        -q, --quiet         Print no progress and no notes on standard error; errors
                            still appear.
        -h, --help          Show this help.

      EXAMPLES:
        kymo shake walk.mcap -o out.mcap
            Shake a walk three times.
        kymo shake a.mcap b.mcap -o out.mcap --times 10 --seed 7
            Shake two recordings ten times each, with a seed that makes the result
            repeatable.

      EXIT STATUS:
        0  Everything was shaken.
        3  The shaking was interrupted; what fell out so far is kept.

      """
    let asked = Fixture.run("help", "shake")
    #expect(asked.output == expected)
    #expect(asked.status == .success)
    #expect(asked.diagnostics.isEmpty)
    // However help is asked for, and whatever else is wrong with the line, it is the same help.
    #expect(Fixture.run("shake", "--help").output == expected)
    #expect(Fixture.run("shake", "--zebra", "-h").output == expected)
    #expect(Fixture.run("--help", "shake").output == expected)
  }

  @Test("overview") func overview() {
    let asked = Fixture.run("--help")
    #expect(asked.status == .success)
    #expect(
      asked.output.contains("COMMANDS:\n  shake  Shake a recording and see what falls out.\n")
    )
    #expect(Fixture.run("help").output == asked.output)
    #expect(Fixture.run("help", "--help").output == asked.output)
    #expect(Fixture.run("-h").output == asked.output)

    let bare = Fixture.run()
    #expect(bare.status == .usage)
    #expect(bare.output == asked.output)
  }

  @Test("version") func version() {
    #expect(Fixture.run("--version").output == "kymo 9.8.7\n")
  }

  @Test("a usage error is two lines on standard error and status 64") func usage() {
    let refused = Fixture.run("shake", "a", "-o", "o", "--sede", "1")
    #expect(refused.status == .usage)
    #expect(refused.status.rawValue == 64)
    #expect(refused.output.isEmpty)
    #expect(
      refused.diagnostics == """
        kymo shake: unknown option '--sede'; did you mean '--seed'?
        See 'kymo shake --help'.

        """
    )
    let together = Fixture.run("shake", "a", "-o", "o", "--tilt", "1", "--strict")
    #expect(together.status == .usage)
    #expect(together.diagnostics.hasPrefix("kymo shake: --tilt and --strict do not go together\n"))
  }

  @Test("an unknown command is answered with the nearest") func unknown() {
    let expected = "kymo: unknown command 'shaek'; did you mean 'shake'?\nSee 'kymo --help'.\n"
    #expect(Fixture.run("shaek").diagnostics == expected)
    let other = "kymo: unknown command or topic 'shaek'; did you mean 'shake'?\n"
    #expect(Fixture.run("help", "shaek").diagnostics == other + "See 'kymo --help'.\n")
    #expect(Fixture.run("help", "limit").diagnostics.contains("did you mean 'limits'?"))
    #expect(Fixture.run("shaek").status == .usage)
    let joined = Fixture.run("--print-schema=inspect")
    #expect(joined.status == .usage)
    #expect(joined.diagnostics.contains("did you mean '--print-schema inspect'?"))
    #expect(Fixture.run("--verison").diagnostics.contains("did you mean '--version'?"))
  }

  @Test("a failure is one line that names the file and the remedy") func failure() {
    let failed = Fixture.run("shake", "missing.mcap", "-o", "o")
    #expect(failed.status == .failure)
    #expect(failed.diagnostics == "kymo shake: missing.mcap: no such file (check the path)\n")
  }

  @Test("results and remarks go their own ways") func streams() {
    let loud = Fixture.run("shake", "a", "b", "-o", "o", "--seed", "7")
    #expect(loud.output == "2 shaken\n")
    #expect(loud.diagnostics == "shaken with seed 7\n")
    #expect(Fixture.run("shake", "a", "-o", "o", "-q").diagnostics.isEmpty)
    #expect(Fixture.run("shake", "a", "-o", "o", "-q").output == "1 shaken\n")
  }

  @Test("an interrupted command ends with a partial result") func interrupted() {
    let interrupt = Interrupt()
    interrupt.request()
    #expect(Fixture.run("shake", "a", "-o", "o", interrupt: interrupt).status == .partial)
  }

  @Test("a full disk is a failure of the command") func fullDisk() {
    let full = UnsafeDescriptors.fullDisk()
    defer { close(full) }
    var console = Console(
      output: OutputStream(.descriptor(full)),
      diagnostics: OutputStream(.memory),
      terminal: TerminalDescription()
    )
    let status = Fixture.tool.run(["--version"], console: &console)
    #expect(status == .failure)
    #expect(console.diagnostics.text == "kymo: standard output: No space left on device\n")
  }

  @Test("a failing command keeps its own status when the reader is gone") func closedPipe() async {
    await #expect(processExitsWith: .exitCode(1)) {
      UnsafeSignals.prepare()
      close(1)
      let ends = UnsafeDescriptors.pipe()
      close(ends.reading)
      dup2(ends.writing, 1)
      exit(Fixture.tool.runProcess(arguments: ["shake", "missing.mcap", "-o", "o"]))
    }
    await #expect(processExitsWith: .signal(SIGPIPE)) {
      let ends = UnsafeDescriptors.pipe()
      close(ends.reading)
      dup2(ends.writing, 1)
      exit(Fixture.tool.runProcess(arguments: ["--version"]))
    }
  }

  @Test("the first Ctrl-C asks, the second kills", .timeLimit(.minutes(15))) func controlC() async {
    // Sent to the process: the threads that run tests hold signals back from themselves.
    await #expect(processExitsWith: .exitCode(0)) {
      UnsafeSignals.prepare()
      kill(getpid(), SIGINT)
      while !Interrupt.process.isRequested { usleep(1_000) }
      exit(0)
    }
    await #expect(processExitsWith: .signal(SIGINT)) {
      UnsafeSignals.prepare()
      kill(getpid(), SIGINT)
      while !Interrupt.process.isRequested { usleep(1_000) }
      usleep(UInt32(UnsafeSignals.echoNanoseconds / 1_000) + 100_000)
      kill(getpid(), SIGINT)
      sleep(10)
    }
    // `timeout` and the like send a signal to the process and to its group: that is one wish.
    await #expect(processExitsWith: .exitCode(0)) {
      UnsafeSignals.prepare()
      for signal in [SIGHUP, SIGTERM, SIGINT] { kill(getpid(), signal) }
      while !Interrupt.process.isRequested { usleep(1_000) }
      usleep(50_000)
      exit(0)
    }
  }

  @Test("Help is about one thing, and says so if it is asked for more") func moreHelp() {
    for (outcome, said) in [
      (
        Fixture.run("help", "shake", "more"),
        "help takes one command or topic; unexpected 'more'"
      ),
      (
        Fixture.run("help", "limits", "a", "b"),
        "help takes one command or topic; unexpected 'a b'"
      ),
      (
        Fixture.run("help", "--all"),
        "help takes a command or a topic, not an option such as '--all'"
      ),
      (
        Fixture.run("--help", "shake", "-x"),
        "help takes a command or a topic, not an option such as '-x'"
      ),
    ] {
      #expect(outcome.status == .usage && outcome.output.isEmpty)
      #expect(outcome.diagnostics == "kymo: \(said)\nSee 'kymo --help'.\n")
    }
  }
}
