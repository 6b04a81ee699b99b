import AlmanacModel
import AlmanacTime
import GRDB

@testable import AlmanacPublish

/// How a member of a record is published.
enum MemberMapping<Record> {
  /// In these columns of the record's row. The closure returns their values.
  case columns([(name: String, value: (Record) -> (any DatabaseValueConvertible)?)])
  /// In separate rows or columns, which are compared as other records.
  case parts
  /// Not published, for this reason.
  case withheld(String)

  static func column(
    _ name: String, _ value: @escaping (Record) -> (any DatabaseValueConvertible)?
  ) -> Self { .columns([(name, value)]) }
}

/// The mapping of each member of a record type.
struct MemberMappings<Record> {
  let mappings: [String: MemberMapping<Record>]

  init(_ mappings: [String: MemberMapping<Record>]) { self.mappings = mappings }

  /// Members of the record without a mapping, and mappings without a member.
  func strangers(in record: Record) -> Set<String> {
    // A boxed property has another name inside its box.
    let members = Mirror(reflecting: record).children.compactMap(\.label).map {
      $0.hasSuffix("Elsewhere") ? String($0.dropLast("Elsewhere".count)) : $0
    }
    return Set(members).symmetricDifference(mappings.keys)
  }

  /// Names of all mapped columns.
  var columns: Set<String> {
    Set(
      mappings.values.flatMap { mapping -> [String] in
        if case .columns(let columns) = mapping { columns.map(\.name) } else { [] }
      })
  }

  /// Differences between a row and its record: `column: row, not record`.
  func differences(of record: Record, from row: Row) -> [String] {
    mappings.sorted { $0.key < $1.key }.flatMap { _, mapping -> [String] in
      guard case .columns(let columns) = mapping else { return [] }
      return columns.compactMap { name, value in
        let expected = value(record)?.databaseValue ?? .null
        guard let found = row[name] as DatabaseValue? else { return "\(name): no such column" }
        return found == expected ? nil : "\(name): \(found), not \(expected)"
      }
    }
  }
}
