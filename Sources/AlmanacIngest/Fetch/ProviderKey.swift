public import AlmanacModel
import Foundation

/// Reads the key of a weather provider from where its source says that it is.
public enum ProviderKey {
  /// nil where the source needs none.
  public static func read(
    for source: Source, environment: [String: String]
  ) throws(FetchError) -> String? {
    switch source.weather?.key {
    case nil: return nil
    case .environment(let name):
      guard let key = environment[name], !key.isEmpty else {
        throw .missingKey("the environment has no \(name)")
      }
      return key
    case .file(let path):
      guard let data = FileManager.default.contents(atPath: path), data.count <= 4_096 else {
        throw .missingKey("\(path) can't be read, or is no short text")
      }
      let key = String(decoding: data, as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      guard !key.isEmpty else { throw .missingKey("\(path) is empty") }
      return key
    }
  }
}
