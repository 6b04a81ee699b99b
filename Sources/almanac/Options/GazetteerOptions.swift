import ArgumentParser

/// The gazetteers of a call that has no configuration.
struct GazetteerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The places of a campus; may be repeated.", valueName: "[campus=]file"))
  var gazetteer: [String] = []

  /// The files' bytes by campus; of one alone the campus may be "".
  func files() throws -> [String: [UInt8]] {
    guard !gazetteer.isEmpty else {
      throw ValidationError("the places are missing: --gazetteer FILE")
    }
    var files: [String: [UInt8]] = [:]
    for argument in gazetteer {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let file = parts.last ?? argument
      let campus = parts.count == 2 ? parts[0] : ""
      guard files[campus] == nil else {
        throw ValidationError("name the campus of each: --gazetteer CAMPUS=FILE")
      }
      files[campus] = try InputFile.bytes(of: file)
    }
    return files
  }
}
