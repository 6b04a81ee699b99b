import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the configuration of a new campus or city.",
      discussion: """
        Writes config/almanac.yaml and an empty gazetteer; never replaces a file. Asks on a terminal \
        for values that no option gives.

        Examples: almanac init north-hill --timezone Europe/London --point 51.5,-0.12
                  almanac init --id hill --timezone Asia/Tokyo --feed https://hill.example/
        """)

    @Argument(help: "Folder of the campus.")
    var folder = "."

    @Option(help: ArgumentHelp("Short slug. (default: the name of the folder)", valueName: "id"))
    var id: String?

    @Option(help: "Name for people.")
    var name: String?

    @Option(help: ArgumentHelp("IANA time zone.", valueName: "zone"))
    var timezone: String?

    // Values west of Greenwich begin with a minus sign, as options do.
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Bounding box in degrees.", valueName: "w,s,e,n"))
    var bounds: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Center, instead of --bounds.", valueName: "lat,lon"))
    var point: String?

    @Option(
      help: ArgumentHelp(
        "Your domain, for the UIDs of events.", valueName: "domain"))
    var uidDomain: String?

    @Option(help: ArgumentHelp("Page or address where publishers reach you.", valueName: "url"))
    var contact: String?

    @Option(help: ArgumentHelp("First feed, as for 'almanac add'.", valueName: "url"))
    var feed: String?

    @Option(help: ArgumentHelp("Host that may have a private address.", valueName: "host"))
    var allowPrivateHost: [String] = []

    @OptionGroup var answer: JSONOption

    func run() async throws {
      let url = URL(filePath: folder).standardizedFileURL
      let ownName = url.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
      let prompt = Prompt()
      let id = prompt.answer(id, "Short id, such as north-hill", default: String(ownName)) ?? ""
      let name = prompt.answer(name, "Name as people read it", default: id)
      guard let timezone = prompt.answer(timezone, "Time zone, such as Europe/London") else {
        throw ValidationError("the time zone is missing: --timezone Europe/London")
      }
      let place =
        try box()
        ?? prompt.answer(nil, "Its middle as LAT,LON, or nothing", default: "")
        .flatMap { $0.isEmpty ? nil : try Self.around($0, "the middle") }
      let campus = try NewCampus(
        id: id, name: name, timezone: timezone, bounds: place, uidDomain: uidDomain,
        contact: contact)
      let feed = prompt.answer(feed, "First feed, a URL or a file, or nothing", default: "") ?? ""
      let written = try campus.write(to: url)
      try StandardStream.write(
        line: answer.json ? written.json : campus.text(of: written.files, in: folder))
      if !feed.isEmpty { try await add(feed, to: url) }
    }

    private func add(_ feed: String, to folder: URL) async throws {
      let file = folder.appending(path: "config/almanac.yaml")
      var options = PreviewOptions(
        configuration: file, output: folder.appending(path: "output"), now: GlobalOptions.systemTime
      )
      options.allowedHosts = allowPrivateHost
      options.environment = ProcessInfo.processInfo.environment
      var addition = try await FeedAdder(options, configuration: file).propose(
        feed, id: nil, name: nil, choice: nil)
      try addition.write()
      try StandardStream.write(
        line: answer.json
          ? addition.json : "\n" + addition.text(style: Terminal.output.style))
    }

    private func box() throws -> [Double]? {
      if bounds != nil, point != nil {
        throw ValidationError("--bounds and --point exclude each other")
      }
      if let point { return try Self.around(point, "--point") }
      return try bounds.map(NumberArguments.bounds)
    }

    private static func around(_ text: String, _ option: String) throws -> [Double] {
      guard let numbers = NumberArguments.list(text, count: 2), (-85...85).contains(numbers[0]),
        (-179.5...179.5).contains(numbers[1])
      else { throw ValidationError("\(option) '\(text)' is no LAT,LON such as 51.5,-0.12") }
      return NewCampus.bounds(around: numbers[0], numbers[1])
    }

  }
}

/// Asks questions on a terminal; elsewhere uses the defaults.
private struct Prompt {
  private let isAsking = isatty(STDIN_FILENO) == 1 && Terminal.errors.canRedraw

  /// The value of the option, else the answer, else the default.
  func answer(_ given: String?, _ question: String, default value: String? = nil) -> String? {
    if let given { return given }
    guard isAsking else { return value }
    let hint = value.map { $0.isEmpty ? "" : " [\($0)]" } ?? ""
    StandardStream.ask("\(question)\(hint): ")
    let line = readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces) ?? ""
    return line.isEmpty ? value : line
  }
}
