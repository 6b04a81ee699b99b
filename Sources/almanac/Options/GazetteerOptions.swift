import AlmanacModel
import AlmanacPipeline
import ArgumentParser

/// The gazetteers of a call that has no configuration.
struct GazetteerOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Places of a campus, for records; repeatable.", valueName: "[campus=]file"))
  var gazetteer: [String] = []

  /// The files' bytes by campus; of one alone the campus may be "".
  func files() throws -> [String: [UInt8]] {
    try names().mapValues { try InputFile.bytes(of: $0) }
  }

  /// Reports findings about the files; each has its campus as the source.
  func report(_ findings: [Finding]) throws {
    let names = try names()
    for finding in findings {
      StandardStream.report([finding], in: names[finding.source ?? ""] ?? "--gazetteer")
    }
  }

  private func names() throws -> [String: String] {
    guard !gazetteer.isEmpty else {
      throw ValidationError("the places are missing: --gazetteer FILE")
    }
    guard let names = GazetteerArguments.names(in: gazetteer) else {
      throw ValidationError("name the campus of each: --gazetteer CAMPUS=FILE")
    }
    return names
  }
}
