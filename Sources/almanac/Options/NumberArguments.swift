import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

/// Numbers in the values of options.
enum NumberArguments {
  /// Numbers with commas between them; nil if there are others than `count`.
  static func list(_ text: String, count: Int) -> [Double]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { !$0.isWhitespace }) }
    return parts.count == count && numbers.count == count ? numbers : nil
  }

  /// West, south, east and north in degrees.
  static func bounds(_ text: String) throws -> [Double] {
    guard let numbers = list(text, count: 4) else {
      throw ValidationError("--bounds '\(text)' is no W,S,E,N such as -0.15,51.48,-0.1,51.52")
    }
    return numbers
  }
}

extension ClosedRange<Int> {
  /// Refuses the number of an option that is out of range.
  func check(_ option: String, _ value: Int?) throws {
    guard let value, !contains(value) else { return }
    throw ValidationError("\(option) must be from \(lowerBound) to \(upperBound)")
  }
}

/// `--workers`.
struct WorkersOption: ParsableArguments {
  @Option(help: ArgumentHelp("Number of worker threads. (default: all processors)", valueName: "n"))
  var workers: Int?

  var count: Int { workers ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws { try (1...256).check("--workers", workers) }
}

extension AlmanacPipeline.ExitCode {
  /// Ends the call with this code, unless it is 0.
  func end() throws {
    if self != .published { throw ArgumentParser.ExitCode(rawValue) }
  }
}
