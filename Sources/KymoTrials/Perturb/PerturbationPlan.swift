import KymoBench

/// The plan of a replay's surroundings: what they are held at, and how they are changed.
package struct PerturbationPlan {
  /// The surroundings of the reference.
  let still: Surroundings
  /// The parts that could not be held still, with the reason.
  package let loose: [String]
  /// Where the locale with a decimal comma is; nil if there is none.
  package let commaFolder: String?
  /// The changes, in the order in which they are tried.
  package let changes: [Perturbation]

  /// The name of the change of addresses, from which others can follow.
  package static let addresses = "addresses"
  /// The name of the change of what is in memory.
  package static let memory = "memory"

  /// The date at which it is held, in s since 1970: 2001-09-09 01:46:40.
  private static let date = 1_000_000_000

  /// Looks at what can be held still and changed here.
  ///
  /// - Parameters:
  ///   - system: what this machine lets us do.
  ///   - folder: a folder that is not the current one.
  init(_ system: PerturbedSystem, folder: String) {
    var still = Surroundings(
      variables: [
        .init(name: "SWIFT_DETERMINISTIC_HASHING", value: "1"),
        .init(name: "TZ", value: "UTC"),
      ] + Self.localeNames.map { Surroundings.Variable(name: $0, value: "C.UTF-8") }
        + Self.userVariables,
      hasFixedAddresses: system.looseAddresses == nil,
      core: nil,
      folder: nil
    )
    if let library = system.dateLibrary {
      let others = UnsafeSystem.environment("LD_PRELOAD").flatMap { $0.isEmpty ? nil : $0 }
      still["LD_PRELOAD"] = others.map { "\(library):\($0)" } ?? library
      still["FAKETIME_FMT"] = "%s"
      still["FAKETIME"] = "\(Self.date)"
      // Waits and measured times are no date.
      still["DONT_FAKE_MONOTONIC"] = "1"
      still["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
      still["NO_FAKE_STAT"] = "1"
      // It would add this to the environment itself, and so move that away from the arguments.
      still[Surroundings.dateNames] = "/kymograph-none /kymograph-none"
    }
    self.still = still
    commaFolder = system.commaFolder
    var loose: [String] = []
    if let reason = system.looseAddresses { loose.append("addresses: \(reason)") }
    if system.dateLibrary == nil { loose.append("the date: \(PerturbedSystem.noDateLibrary)") }
    self.loose = loose

    func changed(_ change: (inout Surroundings) -> Void) -> Surroundings {
      var surroundings = still
      change(&surroundings)
      return surroundings
    }
    var changes = [
      Perturbation(
        "hash seed",
        "random",
        Array(repeating: changed { $0["SWIFT_DETERMINISTIC_HASHING"] = "0" }, count: 4)
      ),
      (system.looseAddresses ?? system.constantAddresses).map {
        Perturbation(Self.addresses, notTried: $0)
      }
        ?? Perturbation(
          Self.addresses,
          "random",
          Array(repeating: changed { $0.hasFixedAddresses = false }, count: 4)
        ),
      Perturbation(
        Self.memory,
        "filled when it is given out and when it is freed",
        [0xA5, 0x3C].map { byte in
          changed {
            $0.tune("glibc.malloc.perturb=\(byte)")
            // A freed block that goes into the cache of its thread is not filled.
            $0.tune("glibc.malloc.tcache_count=0")
          }
        }
      ),
      Perturbation(
        "environment size",
        "1,000 and 40,000 bytes more",
        [1_000, 40_000].map { size in changed { $0.excess = size } }
      ),
      Perturbation("time zone", system.zone, [changed { $0["TZ"] = system.zone }]),
      Perturbation(
        "locale",
        system.hasLocale
          ? system.locale : "\(system.locale) in the environment; the C library has none",
        [
          changed {
            $0["LANG"] = system.locale
            $0["LC_ALL"] = system.locale
          }
        ]
      ),
      Perturbation("working directory", "an empty one", [changed { $0.folder = folder }]),
    ]
    changes.append(Self.decimalComma(system, still))
    changes += Self.ofUserAndHost(system, still)
    changes.append(
      system.dateLibrary == nil
        ? Perturbation("date", notTried: PerturbedSystem.noDateLibrary)
        : Perturbation(
          "date",
          "a second later; 2024-02-29",
          [Self.date + 1, 1_709_164_800].map { date in changed { $0["FAKETIME"] = "\(date)" } }
        )
    )
    changes.append(
      system.core.map { core in
        Perturbation("cores", "one alone", [changed { $0.core = core }])
      } ?? Perturbation("cores", notTried: "there is one alone")
    )
    changes += [
      Perturbation("rings", "3", [changed { $0.options = ["--rings=3"] }]),
      Perturbation(
        "instances",
        "another one in the process, which has replayed before",
        [changed { $0.options.append("--instances=2") }]
      ),
      Perturbation(
        "pauses",
        "below 1 ms, between events",
        [1, 2].map { seed in changed { $0.options.append("--pauses=\(seed)") } }
      ),
      system.noProcessorFeatures.map { Perturbation("processor", notTried: $0) }
        ?? Perturbation(
          "processor",
          "the C library without FMA and AVX2",
          [
            changed {
              $0.tune(
                "glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-FMA,-FMA_Usable,-FMA4,-FMA4_Usable,-AVX512F"
              )
            }
          ]
        ),
      Perturbation(
        "JSON parser",
        "simdjson without SIMD",
        [changed { $0["SIMDJSON_FORCE_IMPLEMENTATION"] = "fallback" }]
      ),
    ]
    self.changes = changes
  }
}
