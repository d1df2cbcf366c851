# SPDX-License-Identifier: Apache-2.0
# `make` alone lists what there is to make.

# A crash report that waits for a debugger would hang where nobody watches.
export SWIFT_BACKTRACE = enable=no

SWIFT_TEST = swift test --disable-xctest
# The suites that decide: the optimiser must not change what they say.
CORE_SUITES = OrientationTests|ArbitrationTests|SensingTests
# The suites that try random cases: as many as it takes where the optimiser has been at work.
RANDOM_SUITES = ArbitrationTests|ExplanationTests|ImportTests|ModelCheckerTests|PeersTests|RecordingTests|ScenariosTests|SimulationTests
# The suites that `make quick` leaves to `make test`: the slow second statements of the searches, and limits.
SLOW_SUITES = SpinTests|BlameSearchTests|CheckReductionTests|ReferenceSearchTests|LimitTests|WhatIfBenchmark
# The suites in whose process memory is shared with C; the others start programs that are not instrumented.
MEMORY_SUITES = CompositorTests|ControlTests|EventLoopTests|FormatsTests|PixelsTests|PluginsTests|RecordingTests|SensorsTests|WaylandTests
# The suites in whose process there is more than one thread.
THREAD_SUITES = ControlTests|EventLoopTests|FormatsTests|PluginsTests|RecordingTests|SensorsTests
# How long each fuzz target runs.
FUZZ_SECONDS = 60
# The seeds of `make simulate`: the first, and how many; with a first one alone it is that one.
SEED =
SEEDS =

prefix = /usr/local
DESTDIR =
# The programs that `make install` installs.
built = .build/package/installed

.DEFAULT_GOAL := help
.PHONY: help build quick test test-release test-long test-tablet test-systems test-playground test-asan test-tsan fuzz simulate \
	mutants bench docs lint demo playground pictures install-deps release install uninstall deb check-deb check-arm64 \
	check-fresh

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | \
	  awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

build: ## build everything for debugging
	scripts/install-dependencies build
	swift build

quick: ## after an edit: build and run the suites that start no program, in a build folder of their own
	SWIVEL_QUICK=1 scripts/build --build-tests --scratch-path .build/quick
	scripts/run-tests --build .build/quick --skip '$(SLOW_SUITES)'

test: ## build and run all tests, real compositors and wlcs included
	scripts/install-dependencies test
	scripts/build --build-tests
	rm -f .build/programs-used
	SWIVEL_PROGRAMS_USED='$(CURDIR)/.build/programs-used' scripts/run-tests \
	  --beside wlcs=Tests/wlcs/run --beside 'playground=Tests/Playground/run --short' \
	  --beside 'embedded=scripts/build-playground-module --compile'
	scripts/record-tested .build/programs-used .build/tested.tsv

test-release: ## run the suites of the core as they are shipped: optimised
	scripts/install-dependencies build
	$(SWIFT_TEST) -c release -Xswiftc -enable-testing --filter '$(CORE_SUITES)'

test-long: ## run all tests, and the random ones with many more cases in an optimised build
	scripts/install-dependencies test
	scripts/build --build-tests
	SWIVEL_LONG_TESTS=1 scripts/run-tests --skip '$(RANDOM_SUITES)'
	SWIVEL_LONG_TESTS=1 $(SWIFT_TEST) -c release -Xswiftc -enable-testing --filter '$(RANDOM_SUITES)'
	swift run --package-path examples/library
	swift run --package-path examples/plugins/linked
	$(MAKE) fuzz FUZZ_SECONDS=20
	$(MAKE) test-asan test-tsan
	$(MAKE) check-deb
	$(MAKE) check-arm64
	$(MAKE) check-fresh
	$(MAKE) test-systems

test-tablet: ## play a table of scenarios on a whole virtual tablet in QEMU; needs root
	scripts/install-dependencies tablet
	Tests/VirtualTablet/run

test-playground: playground ## compare the playground's core with the program, and play the page in a headless Chromium
	scripts/install-dependencies test
	swift build --product swivel
	swift build --product swivel-scene
	Tests/Playground/run
	Tests/Playground/browser --page .build/playground.html

test-asan: ## run the suites that share memory with C under the address and leak sanitizer
	scripts/install-dependencies test
	LSAN_OPTIONS=suppressions=Tests/leaks.txt $(SWIFT_TEST) --scratch-path .build/asan --sanitize address --filter '$(MEMORY_SUITES)'

test-tsan: ## run the suites that have threads under the thread sanitizer
	scripts/install-dependencies test
	$(SWIFT_TEST) --scratch-path .build/tsan --sanitize thread --filter '$(THREAD_SUITES)'

fuzz: ## feed every reader with made-up input, FUZZ_SECONDS=60 each; Tests/Fuzz/run --help
	scripts/install-dependencies test
	Tests/Fuzz/run --seconds $(FUZZ_SECONDS)

simulate: ## run the daemon on made-up machines, SEEDS=10000 of them, or the one of SEED=N
	scripts/install-dependencies build
	$(if $(SEED),SWIVEL_SEED=$(SEED)) SWIVEL_SEEDS=$(or $(SEEDS),$(if $(SEED),1,10000)) \
	  $(SWIFT_TEST) -c release -Xswiftc -enable-testing --filter SimulationTests

mutants: ## change the sources in 400 small ways, one at a time: do the tests notice? Tests/Mutation/run --help
	scripts/install-dependencies test
	Tests/Mutation/run

test-systems: ## play a table of steps on the compositors of Debian 13 and sid; needs root
	scripts/install-dependencies systems
	Tests/Systems/run
	Tests/Systems/services
	scripts/record-tested --systems

bench: ## measure, optimised, and print the numbers
	scripts/install-dependencies test
	swift build -c release --product swivel-bench-decisions
	.build/release/swivel-bench-decisions
	Benchmarks/demo/run
	Benchmarks/dispatch/run
	Benchmarks/apply/run
	Benchmarks/check/run
	Benchmarks/compositor/run
	Benchmarks/corpus/run
	Benchmarks/memory/run
	Benchmarks/outputs/run
	Benchmarks/plugins/run
	Benchmarks/report/run
	Benchmarks/scale/run
	Benchmarks/tablet/run
	$(SWIFT_TEST) -c release -Xswiftc -enable-testing --filter Benchmark

docs: ## build the documentation of the libraries into .build/docs; a warning is an error
	scripts/install-dependencies build
	scripts/build
	scripts/build-docs

release: ## build the programs as they are installed: optimised, with no library of Swift's
	scripts/install-dependencies build
	scripts/build-release

install: ## install what `make release` has built under $(DESTDIR)$(prefix); prefix=$HOME/.local needs no root
	prefix='$(prefix)' DESTDIR='$(DESTDIR)' scripts/install-package '$(built)'

uninstall: ## remove what `make install` puts there; configuration and state stay
	stage=$$(mktemp -d) && trap 'rm -rf "$$stage"' EXIT && \
	prefix='$(prefix)' DESTDIR="$$stage" scripts/install-package '$(built)' >/dev/null && \
	cd "$$stage" && find . -type f -printf '$(DESTDIR)/%P\0' | xargs -0 rm -f

deb: ## pack it as Debian packages and have lintian look at them
	scripts/install-dependencies deb
	scripts/build-deb "$$(scripts/build-release --symbols)"

check-fresh: ## type both commands in minimal Debians 12 and 13, as three kinds of user; needs root
	scripts/install-dependencies deb
	scripts/check-fresh
	scripts/record-tested --write

check-deb: ## build the source package in a fresh sid, try and purge the packages, also in Debian 12; needs root
	scripts/install-dependencies deb
	scripts/check-deb
	scripts/check-deb bookworm

check-arm64: ## build for arm64 in a fresh sid, compare its answers, turn phoc on an emulated processor; needs root
	scripts/install-dependencies deb
	Tests/Systems/arm64

lint: ## check style, formatting and the table of imports
	scripts/check-style
	scripts/check-imports

demo: ## explain two scenarios, play one with real windows, turn an output of phoc and back, open a tablet
	scripts/install-dependencies demo
	scripts/demo

playground: ## write .build/playground.html: a device, its windows and the reasons, in one page for a browser
	scripts/install-dependencies playground
	tsc --project Playground
	module=$$(scripts/build-playground-module) && Playground/build --core "$$module" -o .build/playground.html

pictures: ## draw the pictures of the README and the reference of the demonstration anew
	scripts/install-dependencies test
	docs/pictures/draw

install-deps: ## install the Debian packages that the tests need
	scripts/install-dependencies test
