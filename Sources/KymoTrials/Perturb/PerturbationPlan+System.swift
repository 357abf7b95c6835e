import KymoBench

extension PerturbationPlan {
  /// The variables that tell the C library and Foundation how people write.
  static let localeNames = [
    "LANG", "LC_ALL", "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY",
    "LC_MESSAGES",
  ]

  /// The variables of who runs it, as the environment says, and what shells set by themselves.
  static var userVariables: [Surroundings.Variable] {
    [("HOME", "/"), ("USER", "user"), ("LOGNAME", "user"), ("_", "kymo"), ("SHLVL", "1")].map {
      name,
      value in
      let isOfShell = name == "_" || name == "SHLVL"
      let known = isOfShell ? nil : UnsafeSystem.environment(name)
      return Surroundings.Variable(name: name, value: known ?? value)
    }
  }

  /// The C library with a decimal comma.
  static func decimalComma(_ system: PerturbedSystem, _ still: Surroundings) -> Perturbation {
    let name = "locale of the C library"
    guard let folder = system.commaFolder else {
      return Perturbation(
        name,
        notTried: "localedef makes no locale with a decimal comma here (apt-get install libc-bin)"
      )
    }
    var changed = still
    // What is for all would go before what is for numbers.
    changed["LC_ALL"] = ""
    changed["LC_NUMERIC"] = PerturbedLocale.name
    changed["LOCPATH"] = folder
    return Perturbation(name, "numbers with a decimal comma", [changed])
  }

  /// Returns the changes of who runs it, and on what.
  static func ofUserAndHost(_ system: PerturbedSystem, _ still: Surroundings) -> [Perturbation] {
    var elsewhere = still
    elsewhere["HOME"] = still["HOME"] == "/tmp" ? "/var/tmp" : "/tmp"
    elsewhere["USER"] = PerturbedPart.otherHost
    elsewhere["LOGNAME"] = PerturbedPart.otherHost
    return [
      Perturbation("home and user", "another HOME, USER and LOGNAME", [elsewhere]),
      system.user.perturbation("user id", "\(PerturbedPart.otherUser)", still: still),
      system.hostName.perturbation("host name", PerturbedPart.otherHost, still: still),
      system.processorCount.perturbation(
        "processors",
        "\(system.processors), of which the same may be used",
        still: still
      ),
    ]
  }
}
