public import AlmanacModel

/// Problems with categories that findings report.
public enum CategorizeError: Equatable {
  /// No table contains a publisher's category.
  case unmappedWord(String)
  /// A decision or table names a category that the taxonomy lacks.
  case unknownCategory(String)
}

extension CategorizeError: StageError {
  public var code: FindingCode {
    switch self {
    case .unmappedWord: "W_CATEGORY_UNMAPPED"
    case .unknownCategory: "W_CATEGORY_UNKNOWN"
    }
  }

  public var severity: Severity {
    switch self {
    case .unmappedWord: .info
    case .unknownCategory: .warning
    }
  }

  public var description: String {
    switch self {
    case .unmappedWord(let word):
      "the publisher's category \"\(word)\" is mapped to no category; "
        + "add it under 'publisher' in categories.yaml or under 'categories' in the source's feed.yaml"
    case .unknownCategory(let name):
      "there is no category \"\(name)\"; use an id, name or alias of categories.yaml"
    }
  }
}
