import GRDB

/// Rows to look through for what a query finds.
struct QuerySource {
  /// Of a FROM clause.
  let rows: SQL
  let condition: SQL?
  /// The occurrence's id in these rows.
  let id: String
  /// What puts them in the order of the ids, without sorting where that can be had.
  let order: String
  /// What holds for all of these rows and needs no test.
  var holds: Set<Condition> = []

  enum Condition: Hashable {
    /// The term at that position.
    case term(Int)
    case text
    /// They touch the stretch of time.
    case stretch
  }
}

extension QuerySource {
  /// Occurrences in the order of their ids.
  init(rows: SQL, _ condition: SQL?, id: String = "x.id", order: String? = nil) {
    self.init(rows: rows, condition: condition, id: id, order: order ?? id)
  }
}
