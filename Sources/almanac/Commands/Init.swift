import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write the configuration of a new campus or city.",
      discussion: """
        Asks on a terminal for what no option says. Writes config/almanac.yaml and a gazetteer that \
        has no places yet; nothing that is there is replaced. Taxonomy, its model and weather rules \
        are built in. Then 'almanac add' and 'almanac run' publish.

        Examples: almanac init north-hill --timezone Europe/London --point 51.5,-0.12
                  almanac init --id hill --timezone Asia/Tokyo --feed https://hill.example/
        """)

    @Argument(help: "The folder. (default: the one you are in)")
    var folder = "."

    @Option(help: ArgumentHelp("A short slug. (default: the folder's name)", valueName: "id"))
    var id: String?

    @Option(help: "The name as people read it.")
    var name: String?

    @Option(help: ArgumentHelp("The IANA zone in which its days begin.", valueName: "zone"))
    var timezone: String?

    @Option(help: ArgumentHelp("Where it lies, in degrees.", valueName: "w,s,e,n"))
    var bounds: String?

    @Option(help: ArgumentHelp("Its middle, instead of --bounds.", valueName: "lat,lon"))
    var point: String?

    @Option(
      help: ArgumentHelp(
        "What the UIDs of its events end in: a domain of yours.", valueName: "domain"))
    var uidDomain: String?

    @Option(help: ArgumentHelp("Where publishers reach you.", valueName: "url"))
    var contact: String?

    @Option(help: ArgumentHelp("The first feed, as for 'almanac add'.", valueName: "url"))
    var feed: String?

    @Option(help: ArgumentHelp("A host of it that may have a private address.", valueName: "host"))
    var allow: [String] = []

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    func run() async throws {
      let url = URL(filePath: folder).standardizedFileURL
      let ownName = url.lastPathComponent.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
      let prompt = Prompt()
      let id = prompt.answer(id, "Short id, such as north-hill", default: String(ownName)) ?? ""
      let name = prompt.answer(name, "Name as people read it", default: id)
      guard let timezone = prompt.answer(timezone, "Time zone, such as Europe/London") else {
        throw ValidationError("say in which zone its days begin: --timezone Europe/London")
      }
      let place =
        try box()
        ?? prompt.answer(nil, "Its middle as LAT,LON, or nothing", default: "")
        .flatMap { $0.isEmpty ? nil : try Self.around($0, "the middle") }
      let campus = try NewCampus(
        id: id, name: name, timezone: timezone, bounds: place, uidDomain: uidDomain,
        contact: contact)
      let feed = prompt.answer(feed, "First feed, a URL or a file, or nothing", default: "") ?? ""
      let files = try campus.write(to: url)
      try StandardStream.write(
        line: json ? campus.json(of: files, in: url.path) : campus.text(of: files, in: folder))
      if !feed.isEmpty { try await add(feed, to: url) }
    }

    private func add(_ feed: String, to folder: URL) async throws {
      let file = folder.appending(path: "config/almanac.yaml")
      var options = PreviewOptions(
        configuration: file, output: folder.appending(path: "output"), now: ClockOptions.system)
      options.allowedHosts = allow
      options.environment = ProcessInfo.processInfo.environment
      let addition = try await FeedAdder(options, configuration: file).propose(
        feed, id: nil, name: nil, choice: nil)
      try addition.write()
      try StandardStream.write(
        line: json
          ? addition.json(isWritten: true)
          : "\n" + addition.text(isWritten: true, style: Terminal.output.style))
    }

    private func box() throws -> [Double]? {
      if bounds != nil, point != nil {
        throw ValidationError("--bounds and --point exclude each other")
      }
      if let point { return try Self.around(point, "--point") }
      guard let bounds else { return nil }
      let numbers = Self.numbers(bounds)
      guard numbers.count == 4 else {
        throw ValidationError("--bounds '\(bounds)' is no W,S,E,N such as -0.15,51.48,-0.1,51.52")
      }
      return numbers
    }

    private static func around(_ text: String, _ option: String) throws -> [Double] {
      let numbers = numbers(text)
      guard numbers.count == 2, (-85...85).contains(numbers[0]),
        (-179.5...179.5).contains(numbers[1])
      else { throw ValidationError("\(option) '\(text)' is no LAT,LON such as 51.5,-0.12") }
      return NewCampus.bounds(around: numbers[0], numbers[1])
    }

    /// Empty where one of them is no number.
    private static func numbers(_ text: String) -> [Double] {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0.filter { !$0.isWhitespace }) }
      return numbers.count == parts.count ? numbers : []
    }
  }
}

/// Questions to whoever sits at the terminal; elsewhere nobody is asked.
private struct Prompt {
  private let isAsking = isatty(STDIN_FILENO) == 1 && Terminal.errors.canRedraw

  /// What was stated, else what is answered, else the default.
  func answer(_ stated: String?, _ question: String, default value: String? = nil) -> String? {
    if let stated { return stated }
    guard isAsking else { return value }
    let hint = value.map { $0.isEmpty ? "" : " [\($0)]" } ?? ""
    StandardStream.ask("\(question)\(hint): ")
    let line = readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces) ?? ""
    return line.isEmpty ? value : line
  }
}
