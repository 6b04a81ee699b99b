/// The reason why bytes are no model.
public enum CategoryModelError: Error, Equatable, Sendable, CustomStringConvertible {
  case noModel
  case otherVersion(Int)
  case damaged

  public var description: String {
    switch self {
    case .noModel: "is no model of categories; train one with 'almanac-lab train categories'"
    case .otherVersion(let version):
      "was made for features of version \(version), not \(FeatureReader.version); "
        + "train it again with 'almanac-lab train categories'"
    case .damaged: "is damaged; train it again with 'almanac-lab train categories'"
    }
  }
}
