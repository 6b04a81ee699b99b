import AlmanacFiles
import AlmanacModel
import AlmanacPlan
import AlmanacTime
import Foundation

/// The folder of private inputs: a folder for each person, with YAML and NDJSON files.
struct PeopleFolder {
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
  func read(
    _ id: String, with reader: PersonReader
  ) -> (person: Person?, mistakes: [ConfigurationError]) {
    var person = reader.blank(id)
    var mistakes: [ConfigurationError] = []
    let folder = "\(url.path)/\(id)"
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      where !name.hasPrefix(".") {
        let file = "\(folder)/\(name)"
        switch name.split(separator: ".").last {
        case "yaml", "yml":
          mistakes += try Self.readYAML(file, reader, &person)
        case "ndjson", "jsonl":
          mistakes += try Self.readLines(file, reader, &person)
        case "json" where name == "rides.json":
          let rides = RideQuotes.read(try DurableFile.read(path: file), file: file)
          person.rides += rides.quotes
          mistakes += rides.mistakes
        default: continue
        }
      }
    } catch let error as FileError {
      mistakes.append(ConfigurationError(file: error.path, "can't be read: \(error)"))
    } catch {
      mistakes.append(
        ConfigurationError(file: folder, "can't be read: \(error.localizedDescription)"))
    }
    return (mistakes.isEmpty ? person : nil, mistakes)
  }

  private static func readYAML(
    _ file: String, _ reader: PersonReader, _ person: inout Person
  ) throws(FileError) -> [ConfigurationError] {
    let bytes = try DurableFile.read(path: file)
    do throws(ConfigurationError) {
      return reader.read(try .load(file: file, bytes: bytes), into: &person)
    } catch {
      return [error]
    }
  }

  private static func readLines(
    _ file: String, _ reader: PersonReader, _ person: inout Person
  ) throws(FileError) -> [ConfigurationError] {
    let bytes = try DurableFile.read(path: file)
    var mistakes: [ConfigurationError] = []
    for (number, line) in bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
      .enumerated() where line.contains(where: { $0 > 0x20 })
    {
      do throws(JSONSyntaxError) {
        let json = try JSONValue(parsing: Array(line))
        let root = ConfigurationNode(json, file: file, line: number + 1)
        mistakes += reader.read(root, into: &person)
      } catch {
        mistakes.append(
          ConfigurationError(file: file, line: number + 1, "is not JSON: \(error.message)"))
      }
    }
    return mistakes
  }
}
