# Thin targets over swift and apt. `run` and `test` set up a new machine. If nothing is missing, the setup is silent and
# uses no network.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# Memory limits compiling before cores do. With enough memory, use `make build jobs=8`.
jobs ?= 2

packages := libxml2-dev libcurl4-openssl-dev libsqlite3-dev zlib1g-dev libbrotli-dev libzip-dev tzdata pkg-config \
  ca-certificates libjs-leaflet
test_packages := sqlite3 gdal-bin python3-venv chromium python3-gi gir1.2-ical-3.0
# Tools that interrupt the program and run hostile servers.
survive_packages := strace e2fsprogs iproute2 time

# PyPI programs with which tests read published files.
peers := .build/peers
peer_packages := recurring-ical-events==3.8.2 icalendar==7.3.0 ics==0.7.3 vobject==0.9.9 \
  geojson-validator==0.7.0 datasette==0.65.5 python-dateutil==2.9.0.post0 six==1.17.0 \
  typing_extensions==4.16.0 tzdata==2025.3 extruct==0.18.0 'frictionless[json,sql]==5.21.0' openactive==3.0.0
# The library of SQLite 3.36, which is older than Android 14's, from a package for another Python.
old_sqlite := pysqlite3-binary==0.4.6
peers_stamp := $(peers)/$(subst ==,-,$(old_sqlite))

agenda_peers := .build/peers-agenda
agenda_peer_packages := ortools==9.15.6755 PyYAML==6.0.4
agenda_peers_stamp := $(agenda_peers)/$(subst ==,-,$(firstword $(agenda_peer_packages)))

# The peers of the benchmarks. libical is Debian's gir1.2-ical-3.0 and python3-gi.
ical_peers := .build/peers-ical
ical_peer_packages := icalendar==7.3.0 recurring-ical-events==3.8.2
ical_peers_stamp := $(ical_peers)/$(subst ==,-,$(firstword $(ical_peer_packages)))

feed_peers := .build/peers-feeds
feed_peer_packages := feedparser==6.0.14 fastfeedparser==0.6.5 lxml==6.1.3
feed_peers_stamp := $(feed_peers)/$(subst ==,-,$(firstword $(feed_peer_packages)))

# Its wheels require Python 3.11.
transit_peers := .build/peers-transit
transit_peer_packages := pynigiri==0.1.5
transit_peers_stamp := $(transit_peers)/$(subst ==,-,$(transit_peer_packages))

# The engine for the tests and the benchmark of scale/, and the schemas of its manifest.
scale_peers := .build/peers-scale
scale_peer_packages := distributed==2026.8.0 dask==2026.8.0 kubernetes-validate==1.37.0
scale_peers_stamp := $(scale_peers)/$(subst ==,-,$(lastword $(scale_peer_packages)))

# The paths of 'install'. Packagers set DESTDIR.
PREFIX ?= /usr/local
DESTDIR ?=
release := .build/release/almanac

almanac = $$(swift build -c release --show-bin-path)/almanac

.PHONY: help setup setup-test setup-survive build lab run install package test-package docs test test-long lint bench bench-feeds bench-ical bench-fetch \
  bench-publish bench-runs bench-page bench-deduplicate bench-transit bench-agenda bench-presence bench-submissions bench-scale bench-stages bench-all test-scale survive hostile torture screenshot fuzz clean

help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Installs the missing Debian packages of $(1). On other systems it only prints their names.
define add_packages
	@command -v dpkg-query >/dev/null || { \
	  echo "make: this is not a Debian system; it must have what these packages hold: $(1)" >&2; exit 0; }; \
	missing=(); \
	for package in $(1); do \
	  state=$$(dpkg-query -W -f '$${db:Status-Status}' "$$package" 2>/dev/null) || true; \
	  [[ $$state == installed* ]] || missing+=("$$package"); \
	done; \
	(( $${#missing[@]} )) || exit 0; \
	as_root=(env); \
	if (( EUID != 0 )); then \
	  command -v sudo >/dev/null || { \
	    echo "make: missing packages; as root, run: apt-get install $${missing[*]}" >&2; exit 1; }; \
	  as_root=(sudo env); \
	fi; \
	echo "Installing $${missing[*]}"; \
	apt=("$${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300); \
	said=$$("$${apt[@]}" update 2>&1 && \
	  "$${apt[@]}" install -y --no-install-recommends "$${missing[@]}" 2>&1) || { echo "$$said" >&2; exit 1; }
endef

setup:  ## Install the packages for building and running
	$(call add_packages,$(packages))

setup-test: setup  ## Install further packages for the tests
	$(call add_packages,$(test_packages))
	@[[ -e $(peers_stamp) ]] || $(MAKE) $(peers_stamp) || echo "\
	make: NO PYTHON PEERS: could not put '$(firstword $(peer_packages))' into $(peers); \
	the tests that need it will be skipped" >&2

$(peers_stamp):
	@rm -rf $(peers)
	@mkdir -p $(dir $(peers))
	@echo "Installing $(firstword $(peer_packages)) into $(peers)"
	@python3 -m venv $(peers)
	@$(peers)/bin/pip install --quiet --disable-pip-version-check $(peer_packages)
	@cd $(peers) && bin/pip download --quiet --disable-pip-version-check --no-deps \
	  --only-binary :all: --python-version 310 --dest old $(old_sqlite) \
	  && bin/python -m zipfile -e old/*.whl old \
	  || echo "make: NO OLD SQLITE: the test that needs it will be skipped" >&2
	@touch $@

# The Swift runtime is linked statically, so the target machine needs no Swift.
build: setup  ## Build the release executable
	@swift build -c release --product almanac --static-swift-stdlib -j $(jobs)

lab: setup  ## Build almanac-lab, which evaluates stages on labeled data and trains models
	@swift build -c release --product almanac-lab --static-swift-stdlib -j $(jobs)

run: build  ## Publish an edition of the samples in output/latest
	@$(almanac) run --samples

# Builds nothing, because root should not run a compiler. The units contain the path of the installed executable.
install:  ## Install the release executable, its units, manual page and completions under PREFIX
	@[[ -x $(release) ]] || { echo "make: nothing is built yet; as yourself, run: make build" >&2; exit 1; }
	install -D -s -m 755 $(release) "$(DESTDIR)$(PREFIX)/bin/almanac"
	install -D -m 644 deploy/almanac.timer "$(DESTDIR)$(PREFIX)/lib/systemd/system/almanac.timer"
	for unit in almanac almanac-fetch almanac-publish; do \
	  install -D -m 644 deploy/$$unit.service "$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit.service"; \
	  sed -i 's|^ExecStart=/usr/local/|ExecStart=$(PREFIX)/|' \
	    "$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit.service"; \
	done
	install -D -m 644 deploy/almanac.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/almanac.conf"
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/almanac" config/categories.yaml config/weather.yaml
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/almanac/schema" config/schema/*.json
	install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/almanac/platforms" config/platforms/*.yaml
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1" "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 644 docs/almanac.1 "$(DESTDIR)$(PREFIX)/share/man/man1/almanac.1"
	$(release) --generate-completion-script bash \
	  > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/almanac"
	$(release) --generate-completion-script zsh \
	  > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_almanac"
	$(release) --generate-completion-script fish \
	  > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/almanac.fish"

package_packages := dpkg-dev
version := $(shell sed -n 's/^ *static let version = "\(.*\)"$$/\1/p' Sources/almanac/Version.swift)

package: build  ## Build a Debian package of the release executable in .build
	$(call add_packages,$(package_packages))
	@deploy/package.sh $(version)

test-package: package  ## Install the package in a new Debian system without Swift, and publish the tutorial's campus
	$(call add_packages,debootstrap)
	@Tests/Package/chroot.sh .build/almanac_$(version)_*.deb

docs:  ## Write the tables of docs/configuration/ and docs/platforms.md, and the manual page docs/almanac.1
	@docs/tables.py
	@swift package --disable-sandbox generate-manual --configuration debug
	@cp .build/plugins/GenerateManual/outputs/almanac/almanac.1 docs/almanac.1

# Tests of commands, samples and documentation run the release executable, because the optimizer can change behavior.
# The tests write many small files, so they use a folder in memory where 4 GB are free and TMPDIR is not set.
test: export ALMANAC_PEERS := $(abspath $(peers))
test: export ALMANAC_EXECUTABLE := $(abspath $(release))
test: setup-test build  ## Build the executable and the tests, and run the tests
	swift build --build-tests --explicit-target-dependency-import-check error -j $(jobs)
	@free=$$(df --output=avail /dev/shm 2>/dev/null | tail -1); \
	if [[ -z "$${TMPDIR:-}" ]] && (( $${free:-0} > 4000000 )); then \
	  export TMPDIR=$$(mktemp -d -p /dev/shm); trap 'rm -rf "$$TMPDIR"' EXIT; fi; \
	swift test --skip-build --parallel 2>&1 | tee .build/test.log || { \
	  echo "make: failed tests:"; \
	  grep -a -A 4 'recorded an issue' .build/test.log | cut -c 1-2000; exit 1; }

test-long: setup  ## Test 100,000 random recurrence rules, 60 histories of a campus and 20,000 sets of positions
	ALMANAC_RULES=100000 ALMANAC_HISTORIES=60 ALMANAC_PRESENCE_SETS=20000 \
	  swift test --filter 'RecurrencePropertyTests|ChangedRunTests|PresenceDifferenceTests' -j $(jobs)

test-scale: build  ## Compare editions of engines with that of one machine, with injected failures (needs PyPI once)
	@[[ -e $(scale_peers_stamp) ]] || $(MAKE) $(scale_peers_stamp) || { \
	  echo "make: NO ENGINE: could not put '$(scale_peer_packages)' into $(scale_peers); \
	THE TESTS OF scale/ ARE SKIPPED" >&2; exit 0; }; \
	$(scale_peers)/bin/python Tests/Scale/scale.py "$(almanac)"

setup-survive: setup-test
	$(call add_packages,$(survive_packages))

survive: build setup-survive  ## Test a sample of failures and hostile feeds, within minutes
	@Tests/Torture/torture.py "$(almanac)" --budget 60
	@Tests/Hostile/run.sh "$(almanac)" --sample || [[ $$? == 3 ]]

hostile: build setup-survive  ## Test all hostile feeds and the worst known documents
	@Tests/Hostile/run.sh "$(almanac)" || [[ $$? == 3 ]]
	@Tests/Hostile/worst.py "$(almanac)"

torture: build setup-survive  ## Interrupt the program by every kind of failure, which takes an hour
	@Tests/Torture/torture.py "$(almanac)" --long

lint:  ## Check the format of the sources
	swift format lint --strict --recursive Package.swift Sources Tests

bench: build  ## Measure runs over the samples (see Benchmarks/)
	@Benchmarks/run.sh "$(almanac)"

screenshot: build setup-test  ## Update the README's picture of the map page
	@output=$$(mktemp -d); trap 'rm -rf "$$output"' EXIT; \
	$(almanac) run --samples --output "$$output" >/dev/null 2>&1; \
	mkdir -p docs; \
	chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,800 \
	  --force-prefers-reduced-motion --virtual-time-budget=5000 --user-data-dir="$$output/profile" \
	  --screenshot=docs/map-page.png "file://$$output/latest/site/index.html" 2>/dev/null; \
	ls -l docs/map-page.png

bench-feeds: build $(feed_peers_stamp)  ## Measure reading feeds, compared with other programs
	@swift build -c release --product FeedBenchmark --static-swift-stdlib -j $(jobs) >/dev/null
	@Benchmarks/feeds.sh "$(almanac)"

bench-ical: build $(ical_peers_stamp)  ## Measure reading and expanding calendars, compared with other programs
	@swift build -c release --product CalendarBenchmark --static-swift-stdlib -j $(jobs) >/dev/null
	@Benchmarks/ical.sh "$(almanac)"

# A folder $(1) with the PyPI programs $(2).
define add_peers
	@rm -rf $(1)
	@mkdir -p $(dir $(1))
	@python3 -m venv $(1)
	@$(1)/bin/pip install --quiet --disable-pip-version-check $(2)
	@touch $@
endef

$(feed_peers_stamp):
	$(call add_peers,$(feed_peers),$(feed_peer_packages))

$(ical_peers_stamp):
	$(call add_peers,$(ical_peers),$(ical_peer_packages))

$(transit_peers_stamp):
	$(call add_peers,$(transit_peers),$(transit_peer_packages))

bench-transit: setup $(transit_peers_stamp)  ## Measure reading and searching transit feeds, compared with pynigiri
	@swift build -c release --product TransitBenchmark --static-swift-stdlib -j $(jobs) >/dev/null
	@Benchmarks/transit.sh "$$(swift build -c release --show-bin-path)/TransitBenchmark"

$(agenda_peers_stamp):
	$(call add_peers,$(agenda_peers),$(agenda_peer_packages))

bench-agenda: build lab $(agenda_peers_stamp)  ## Measure agendas of 10,000 people, and verdicts on days, compared with CP-SAT
	@Benchmarks/agenda.sh "$(almanac)"

$(scale_peers_stamp):
	$(call add_peers,$(scale_peers),$(scale_peer_packages))

listings_scale ?= 200000
bench-scale: build $(scale_peers_stamp)  ## Measure the parts of a run on Dask, compared with shell pipes (listings_scale=)
	@$(scale_peers)/bin/python Benchmarks/scale/scale.py "$(almanac)" $(listings_scale)

bench-presence: build  ## Measure counting a million positions and matching a million swipes
	@Benchmarks/presence.sh "$(almanac)"

bench-submissions: build  ## Measure a log of 100,000 submissions, compared with checking its tokens in Python
	@Benchmarks/submissions.sh "$(almanac)"

bench-fetch: build  ## Measure fetching, compared with curl, and a run over 5,000 unchanged sources
	@swift build -c release --product FetchBenchmark --static-swift-stdlib -j $(jobs) >/dev/null
	@Benchmarks/fetch.sh "$(almanac)"

events ?= 100000
bench-publish: setup  ## Measure publishing (events=), and every filter of a query alone and in pairs
	@swift build -c release --product PublishBenchmark --static-swift-stdlib -j $(jobs) >/dev/null
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	$$(swift build -c release --show-bin-path)/PublishBenchmark $(events) "$$folder/output"

listings ?= 1000000
bench-runs: build  ## Measure complete runs over a generated data set of a thousand sources (listings=)
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	Benchmarks/runs/runs.py "$(almanac)" $(listings) "$$folder"

bench-page: build setup-test  ## Measure the map page with 10,000 events in a browser (events=)
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; \
	$(almanac) run --samples --output "$$folder" >/dev/null 2>&1; \
	Benchmarks/page/page.py "$$folder/latest" $(if $(filter command\ line,$(origin events)),$(events),10000)

bench-deduplicate: lab  ## Measure deduplicating up to a million records, compared with reading them
	@Benchmarks/deduplicate.sh "$(almanac)-lab"

stage_benchmarks := RulesBenchmark "GeocodeBenchmark config/gazetteer/nus.geojson 200000" \
  "CategorizeBenchmark config/categories.model" WeatherBenchmark
bench-stages: setup  ## Time source rules, geocoding, categorizing and joining the weather
	@for call in $(stage_benchmarks); do \
	  swift build -c release --product $${call%% *} --static-swift-stdlib -j $(jobs) >/dev/null && \
	  $$(swift build -c release --show-bin-path)/$$call || exit 1; \
	done

bench-all: bench bench-feeds bench-ical bench-fetch bench-publish bench-runs bench-page bench-deduplicate bench-transit bench-agenda bench-presence bench-submissions bench-scale bench-stages  ## Run all benchmarks, which takes a quarter of an hour with RUNS=2

# `make fuzz reader=rss seconds=1200 seeds=FOLDER`
reader ?= feed
seconds ?= 60
seeds ?=
fuzz: setup  ## Fuzz a reader for a minute (reader=, seconds=, seeds=)
	@Fuzzing/run.sh "$(reader)" "$(seconds)" $(seeds)

clean:  ## Remove build products; output/ stays, because its workspace has the history
	rm -rf .build
