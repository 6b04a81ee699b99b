import Foundation
import Testing

@testable import AlmanacPublish

/// The published page in a real browser, controlled by a scenario of `Browser/`.
struct BrowserPage {
  static let leaflet = URL(filePath: "/usr/share/javascript/leaflet")
  static let isAbsent: Comment = "chromium or libjs-leaflet (Debian) is not installed"

  static var isHere: Bool {
    Peer.find("chromium") != nil
      && FileManager.default.fileExists(atPath: leaflet.appending(path: "leaflet.css").path)
  }

  private static let scenarios = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Browser")

  let folder: URL

  /// Copies the page and adds the scenario, and further scripts before it.
  init(
    _ edition: PublishedEdition, scenario: String, also others: [String] = [],
    in output: TemporaryOutput
  ) throws {
    folder = output.folder.appending(path: "browser-\(scenario)")
    try FileManager.default.copyItem(at: edition.folder.appending(path: "site"), to: folder)
    let scenarios = others + [scenario]
    for name in ["watch", "look"] + scenarios {
      try FileManager.default.copyItem(
        at: Self.scenarios.appending(path: "\(name).js"), to: folder.appending(path: "\(name).js"))
    }
    let page = folder.appending(path: "index.html")
    let html = try String(contentsOf: page, encoding: .utf8)
      .replacing("<script src=\"data.js\"", with: "\(Self.script("watch"))<script src=\"data.js\"")
      .replacing(
        "<script src=\"site.js\"",
        with: "\((["look"] + scenarios).map(Self.script).joined())<script src=\"site.js\"")
    // Editions share files by hard links, so write a new file.
    try FileManager.default.removeItem(at: page)
    try Data(html.utf8).write(to: page)
  }

  /// Runs the scenario and decodes its report.
  ///
  /// - Parameters:
  ///   - clock: The reader's time, RFC 3339; nil for that of the machine.
  ///   - query: The end of the address, from its question mark or number sign on.
  ///   - language: The reader's language (BCP 47).
  ///   - server: The page's URL on a server; nil for the page on disk.
  ///   - isNarrow: Whether the page has 390 by 844 pixels. A window can't be as narrow as a phone,
  ///     so the page is in a frame then.
  func play<Seen: Decodable>(
    _ type: Seen.Type, clock: String? = nil, query: String = "", language: String = "en-GB",
    server: String? = nil, isNarrow: Bool = false, isDark: Bool = false
  ) async throws -> Seen {
    let address = try address(
      of: server, clock: clock, isNarrow: isNarrow, query: query)
    let report = try await report(of: address, language: language, isDark: isDark)
    let json = try #require(Data(base64Encoded: report))
    let errors = try JSONDecoder().decode(Errors.self, from: json).errors
    try #require(!errors.contains { $0.hasPrefix("scenario: ") }, "\(errors)")
    return try JSONDecoder().decode(type, from: json)
  }

  /// Controls the browser with a Python script of `Browser/` and decodes its output.
  func drive<Seen: Decodable>(
    _ type: Seen.Type, by script: String, width: Int, height: Int
  ) async throws -> Seen {
    let result = try await Peer.run(
      Self.scenarios.appending(path: "\(script).py").path,
      [try Self.program, folder.path, "\(width)", "\(height)"])
    try #require(result.status == 0, "\(result.text)")
    return try JSONDecoder().decode(type, from: Data(result.text.utf8))
  }

  /// - Parameter server: The page's URL on a server; nil for the page on disk.
  private func address(
    of server: String?, clock: String?, isNarrow: Bool, query: String
  ) throws -> String {
    var page = server ?? folder.appending(path: "index.html").absoluteString
    if let clock { page += "?clock=" + clock.replacing("+", with: "%2B") }
    page += query
    guard isNarrow else { return page }
    let frame = folder.appending(path: "frame.html")
    try Data(Self.frame(page).utf8).write(to: frame)
    return server.map { $0.replacing("/index.html", with: "/frame.html") } ?? frame.absoluteString
  }

  /// The scenario's report. Runs in real time: virtual time continues while the browser's processes
  /// wait for each other.
  private func report(of address: String, language: String, isDark: Bool) async throws -> String {
    let mark = /SEEN ([A-Za-z0-9+\/=]+) SEEN-END/
    let colors = isDark ? ["--blink-settings=preferredColorScheme=0"] : []
    let arguments =
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--user-data-dir=\(folder.path)/profile", "--window-size=1280,800",
        "--force-prefers-reduced-motion", "--accept-lang=\(language)",
      ] + colors + ["--enable-logging=stderr", address]
    let text = try await Peer.run(Self.program, arguments, until: " SEEN-END")
    return String(try #require(text.firstMatch(of: mark)?.1, "no report: \(text.suffix(2_000))"))
  }

  private static var program: String { get throws { try #require(Peer.find("chromium")) } }

  private struct Errors: Decodable { var errors: [String] }

  private static func script(_ name: String) -> String {
    "<script src=\"\(name).js\" defer></script>\n"
  }

  private static func frame(_ page: String) -> String {
    """
    <!doctype html><title>390 by 844</title><body style="margin:0">
    <iframe src="\(page)" width="390" height="844" style="border:0;display:block"></iframe>
    """
  }
}
