/// From where on a query goes another way to the same answer: what it costs differs, not what it finds.
struct QueryLimits {
  static let standard = QueryLimits()

  /// Points or prices of which the lists are worth to be read.
  var lists = 2_000
  /// Occurrences with a text in a script without spaces that are worth to be gathered.
  var gathered = 1_500
}
