import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// The folder of private inputs: a folder for each person, with YAML and NDJSON files.
struct PeopleFolder {
  /// One person's inputs, or why they can't be used.
  struct Result: Sendable {
    var id: String
    var inputs: PersonInputs?
    var mistakes: [ConfigurationError] = []
  }

  let url: URL

  /// The ids of the persons, sorted, and the folders whose names are no ids.
  ///
  /// - Throws: For a folder that can't be read.
  func ids() throws(ConfigurationError) -> (ids: [String], mistakes: [ConfigurationError]) {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    } catch {
      throw ConfigurationError(
        file: url.path,
        "can't be read (\(error.localizedDescription)); correct 'people' in the configuration")
    }
    var ids: [String] = []
    var mistakes: [ConfigurationError] = []
    for name in names.sorted() where !name.hasPrefix(".") {
      var isFolder: ObjCBool = false
      let path = url.appending(path: name).path
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
      else { continue }
      if PrivateID.isValid(name) {
        ids.append(name)
      } else {
        mistakes.append(
          ConfigurationError(
            file: path, "the name of a person's folder must be of small letters, digits and hyphens"
          ))
      }
    }
    return (ids, mistakes)
  }

  /// All mistakes in the inputs of all persons.
  func mistakes(_ settings: Settings) -> [ConfigurationError] {
    do throws(ConfigurationError) {
      let (ids, mistakes) = try ids()
      let reader = PersonReader(settings: settings)
      return mistakes + ids.flatMap { read($0, with: reader).mistakes }
    } catch {
      return [error]
    }
  }

  /// Reads all files of one person, in the order of their names.
  func read(_ id: String, with reader: PersonReader) -> Result {
    var result = Result(id: id)
    var inputs = reader.blank(id)
    let folder = "\(url.path)/\(id)"
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      where !name.hasPrefix(".") {
        let file = "\(folder)/\(name)"
        switch name.split(separator: ".").last {
        case "yaml", "yml":
          result.mistakes += try Self.readYAML(file, reader, &inputs)
        case "ndjson", "jsonl":
          result.mistakes += try Self.readLines(file, reader, &inputs)
        case "json" where name == "rides.json":
          let (quotes, mistakes) = RideQuotes.read(try DurableFile.read(path: file), file: file)
          inputs.person.rides += quotes
          result.mistakes += mistakes
        default: continue
        }
      }
    } catch let error as FileError {
      result.mistakes.append(ConfigurationError(file: error.path, "can't be read: \(error)"))
    } catch {
      result.mistakes.append(
        ConfigurationError(file: folder, "can't be read: \(error.localizedDescription)"))
    }
    if result.mistakes.isEmpty { result.inputs = inputs }
    return result
  }

  private static func readYAML(
    _ file: String, _ reader: PersonReader, _ inputs: inout PersonInputs
  ) throws(FileError) -> [ConfigurationError] {
    let bytes = try DurableFile.read(path: file)
    do throws(ConfigurationError) {
      return reader.read(try .load(file: file, bytes: bytes), into: &inputs)
    } catch {
      return [error]
    }
  }

  private static func readLines(
    _ file: String, _ reader: PersonReader, _ inputs: inout PersonInputs
  ) throws(FileError) -> [ConfigurationError] {
    let bytes = try DurableFile.read(path: file)
    var mistakes: [ConfigurationError] = []
    for (number, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
      .enumerated() where line.contains(where: { $0 > 0x20 })
    {
      do throws(JSONSyntaxError) {
        let json = try JSONValue(parsing: Array(line))
        let root = ConfigurationNode(json, file: file, line: number + 1)
        mistakes += reader.read(root, into: &inputs)
      } catch {
        mistakes.append(
          ConfigurationError(file: file, line: number + 1, "is not JSON: \(error.message)"))
      }
    }
    return mistakes
  }
}
