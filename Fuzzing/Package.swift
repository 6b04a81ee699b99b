// swift-tools-version: 6.2
import PackageDescription

// The readers alone, built by `make fuzz` with libFuzzer's instrumentation. `Sources` is the
// project's own folder.

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "fuzzing",
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2")
  ],
  targets: [
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
    .systemLibrary(name: "CLibCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "CLibZ", pkgConfig: "zlib"),
    .systemLibrary(name: "CLibBrotli", pkgConfig: "libbrotlidec"),
    .systemLibrary(name: "CLibZip", pkgConfig: "libzip"),
    .target(name: "CDefaults", exclude: ["tables"]),
    .target(name: "AlmanacFiles", swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer"])]),
    .target(name: "AlmanacTime", swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer"])]),
    .target(
      name: "AlmanacModel", dependencies: ["AlmanacTime", "CDefaults"],
      swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer"])]),
    .target(
      name: "AlmanacIngest",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "CLibXML2", "CLibCurl", "CLibZ",
        "CLibBrotli", "CLibZip",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]),
    .target(
      name: "AlmanacTransit", dependencies: ["AlmanacTime", "AlmanacModel"],
      swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer"])]),
    .executableTarget(
      name: "harness",
      dependencies: [
        "AlmanacFiles", "AlmanacTime", "AlmanacModel", "AlmanacIngest", "AlmanacTransit",
      ],
      path: "Harness",
      swiftSettings: settings + [.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
  ],
  swiftLanguageModes: [.v6]
)
