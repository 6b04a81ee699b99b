/// From where on a query goes another way to the same answer: what it costs differs, not what it finds.
struct QueryLimits {
  static let standard = QueryLimits()

  /// Rows that are worth to gather and sort, where they do not come in order by themselves.
  var gathered = 1_500
  /// The same, where more is asked for: both together may be rare.
  var gatheredForTest = 1_500
  /// A stretch of so few occurrences is better walked than searched for what is in it.
  var short = 3_000
  /// Alternatives that are worth to be walked side by side.
  var walked = 12
  /// Events with a text that are worth to gather with all their dates.
  var gatheredForText = 1_500
  /// Beyond this a text is common, however much.
  var common = 5_000
  /// Looks at a text that are worth to be made one by one.
  var probed = 1_000
}
