/// The version of the program. `make package` reads it from this file.
enum Release {
  static let version = "0.2.0"
}
