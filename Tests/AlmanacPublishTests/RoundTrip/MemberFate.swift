import AlmanacModel
import AlmanacTime
import GRDB

@testable import AlmanacPublish

/// What becomes of a member of a record when it is published.
enum MemberFate<Record> {
  /// It is in these columns of the record's row, as what the closure makes of the record.
  case columns([(name: String, value: (Record) -> (any DatabaseValueConvertible)?)])
  /// It has rows or columns of its own, which are compared as records of their own.
  case parts
  /// Nobody is told, for this reason.
  case withheld(String)

  static func column(
    _ name: String, _ value: @escaping (Record) -> (any DatabaseValueConvertible)?
  ) -> Self { .columns([(name, value)]) }
}

/// All members of a record type and what becomes of each.
struct MemberFates<Record> {
  let fates: [String: MemberFate<Record>]

  init(_ fates: [String: MemberFate<Record>]) { self.fates = fates }

  /// Members that the record has and this does not know, and the other way around.
  func strangers(in record: Record) -> Set<String> {
    // What is boxed has a name of its own inside.
    let members = Mirror(reflecting: record).children.compactMap(\.label).map {
      $0.hasSuffix("Elsewhere") ? String($0.dropLast("Elsewhere".count)) : $0
    }
    return Set(members).symmetricDifference(fates.keys)
  }

  /// Names of the columns that these members are in.
  var columns: Set<String> {
    Set(
      fates.values.flatMap { fate -> [String] in
        if case .columns(let columns) = fate { columns.map(\.name) } else { [] }
      })
  }

  /// What stands otherwise in the row than in the record: `column: row, not record`.
  func differences(of record: Record, from row: Row) -> [String] {
    fates.sorted { $0.key < $1.key }.flatMap { _, fate -> [String] in
      guard case .columns(let columns) = fate else { return [] }
      return columns.compactMap { name, value in
        let expected = value(record)?.databaseValue ?? .null
        guard let found = row[name] as DatabaseValue? else { return "\(name): no such column" }
        return found == expected ? nil : "\(name): \(found), not \(expected)"
      }
    }
  }
}
