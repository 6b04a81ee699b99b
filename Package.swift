// swift-tools-version: 6.2
import PackageDescription

// Targets are listed in the order in which data passes through them. Their dependencies are the import rules
// of ARCHITECTURE.md.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

// The program's own modules are optimized in debug builds too: its tests read whole corpora and live
// through whole months, which takes them eight times as long without.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// The toolchain's own linker: it packs the program's 110,000 relocations, which are read whole at
// every start, from 2.6 MB into 40 kB, and keeps what no other program may call out of its tables.
let compact = [
  "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker",
  "--no-export-dynamic",
]

let package = Package(
  name: "almanac",
  products: [
    .executable(name: "almanac", targets: ["almanac"]),
    .executable(name: "almanac-lab", targets: ["almanac-lab"]),
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // Of swift-crypto, for its products that are not used here; named to pin its version.
    .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CLibCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CLibZ", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CLibBrotli", pkgConfig: "libbrotlidec", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .target(name: "CDefaults", exclude: ["tables"]),
    .target(name: "CMemory"),

    .target(
      name: "AlmanacFiles", swiftSettings: settings + optimized),
    .target(name: "AlmanacTime", swiftSettings: settings + optimized),
    .target(
      name: "AlmanacModel",
      dependencies: ["AlmanacTime", "CDefaults"],
      swiftSettings: settings + optimized + [.strictMemorySafety()]),
    .target(
      name: "AlmanacRecords",
      dependencies: ["AlmanacTime", "AlmanacModel"],
      swiftSettings: settings + optimized),
    .target(
      name: "AlmanacIngest",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "CLibXML2", "CLibCurl", "CLibZ",
        "CLibBrotli", "CLibZip",
        .product(name: "Crypto", package: "swift-crypto"),
        // On no platform of ours: SwiftPM warns of a package that no target names.
        .product(
          name: "SwiftASN1", package: "swift-asn1", condition: .when(platforms: [.windows])),
      ],
      swiftSettings: settings + optimized),
    .target(
      name: "AlmanacRefine",
      dependencies: ["AlmanacTime", "AlmanacModel"],
      swiftSettings: settings + optimized + [.strictMemorySafety()]),
    .target(
      name: "AlmanacGazetteer",
      dependencies: ["AlmanacModel"],
      swiftSettings: settings + optimized + [.strictMemorySafety()]),
    .target(
      name: "AlmanacTransit",
      dependencies: ["AlmanacTime", "AlmanacModel"],
      swiftSettings: settings + optimized + [.strictMemorySafety()]),
    .target(
      name: "AlmanacPlan",
      dependencies: ["AlmanacTime", "AlmanacModel"],
      swiftSettings: settings + optimized),
    .target(
      name: "AlmanacStore",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings + optimized),
    .target(
      name: "AlmanacPublish",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      // In the executable itself: it is installed alone, without a bundle beside it.
      resources: [.embedInCode("Site/Page")],
      swiftSettings: settings + optimized),
    .target(
      name: "AlmanacPipeline",
      dependencies: [
        "CDefaults", "CMemory", "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords",
        "AlmanacIngest", "AlmanacRefine", "AlmanacGazetteer", "AlmanacTransit", "AlmanacPlan",
        "AlmanacStore", "AlmanacPublish",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings + optimized),
    .executableTarget(
      name: "almanac",
      // Those that it doesn't import are named, too: it holds their values inside those of the pipeline,
      // and a build compiles it again only for changes in targets that are named here.
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords", "AlmanacIngest",
        "AlmanacRefine", "AlmanacGazetteer", "AlmanacTransit", "AlmanacPlan", "AlmanacStore",
        "AlmanacPublish", "AlmanacPipeline",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings,
      linkerSettings: [.unsafeFlags(compact, .when(platforms: [.linux]))]),
    .executableTarget(
      name: "almanac-lab",
      dependencies: [
        "AlmanacTime", "AlmanacModel", "AlmanacIngest", "AlmanacRefine", "AlmanacTransit",
        "AlmanacPlan", "AlmanacPipeline",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings + optimized,
      linkerSettings: [.unsafeFlags(compact, .when(platforms: [.linux]))]),

    .executableTarget(
      name: "GeocodeBenchmark",
      dependencies: ["AlmanacModel", "AlmanacRefine"],
      path: "Benchmarks/geocode",
      swiftSettings: settings),
    .executableTarget(
      name: "CalendarBenchmark",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacIngest"],
      path: "Benchmarks/calendar",
      swiftSettings: settings),
    .executableTarget(
      name: "FeedBenchmark",
      dependencies: ["AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacIngest"],
      path: "Benchmarks/feeds",
      exclude: ["generate.py", "peers.py"],
      swiftSettings: settings,
      // As the executable whose reading it times: half of a short run would be its start otherwise.
      linkerSettings: [.unsafeFlags(compact, .when(platforms: [.linux]))]),
    .executableTarget(
      name: "FetchBenchmark",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacIngest"],
      path: "Benchmarks/fetch",
      exclude: ["server.py"],
      swiftSettings: settings),
    .executableTarget(
      name: "CategorizeBenchmark",
      dependencies: ["AlmanacModel", "AlmanacRefine"],
      path: "Benchmarks/categorize",
      swiftSettings: settings),
    .executableTarget(
      name: "RulesBenchmark",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacRefine"],
      path: "Benchmarks/rules",
      swiftSettings: settings),
    .executableTarget(
      name: "WeatherBenchmark",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacRefine"],
      path: "Benchmarks/weather",
      swiftSettings: settings),
    .executableTarget(
      name: "TransitBenchmark",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacIngest", "AlmanacTransit"],
      path: "Benchmarks/transit",
      exclude: ["peer.py"],
      swiftSettings: settings),
    .executableTarget(
      name: "PublishBenchmark",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacPublish"],
      path: "Benchmarks/publish",
      swiftSettings: settings),

    .target(
      name: "AlmanacTestSupport",
      dependencies: ["AlmanacTime", "AlmanacModel"],
      path: "Tests/AlmanacTestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacFilesTests", dependencies: ["AlmanacFiles"], swiftSettings: settings),
    .testTarget(
      name: "AlmanacTimeTests",
      dependencies: ["AlmanacTime", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacModelTests",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacRecordsTests",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacRecords", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacIngestTests",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacIngest", "AlmanacTestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacRefineTests",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacRefine", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacGazetteerTests",
      dependencies: ["AlmanacModel", "AlmanacGazetteer", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacTransitTests",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacTransit", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacPlanTests",
      dependencies: ["AlmanacTime", "AlmanacModel", "AlmanacPlan", "AlmanacTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacStoreTests",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacRecords", "AlmanacStore",
        "AlmanacTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacPublishTests",
      dependencies: [
        "AlmanacTime", "AlmanacModel", "AlmanacPublish", "AlmanacTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Browser", "Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacPipelineTests",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacIngest", "AlmanacRefine",
        "AlmanacTransit", "AlmanacPipeline", "AlmanacTestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Labels"],
      swiftSettings: settings),
    .testTarget(
      name: "AlmanacLabTests",
      dependencies: [
        "AlmanacTime", "AlmanacModel", "AlmanacIngest", "AlmanacRefine", "AlmanacTransit",
        "AlmanacPipeline", "AlmanacTestSupport", "almanac-lab",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ProjectTests", dependencies: ["AlmanacTestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
