import AlmanacIngest
import AlmanacModel
import AlmanacPlan

/// Reads the quotes of a ride provider by event: the document of a source of kind `rides`, and the
/// file `rides.json` of a person.
///
/// The shape is that of public ride APIs: `{"rides": [{"event": ID, "prices": [{"product": …,
/// "low_estimate": 13, "high_estimate": 15, "currency_code": "USD", "duration": 1080,
/// "distance": 6.17}]}]}`, with seconds and kilometers.
enum RideQuotes {
  /// Counts the quotes of a source's document.
  static func parse(_ request: ParseRequest) -> Batch<ParsedSource> {
    var batch = Batch<ParsedSource>()
    let source = request.source.id
    let (quotes, mistakes) = read(request.body, file: source)
    if let first = mistakes.first, !quotes.isEmpty {
      batch.note(
        Finding(
          "W_RIDES", severity: .warning, source: source,
          message: "\(mistakes.count) of the quotes can't be used; the first: \(first.message)"))
    }
    if quotes.isEmpty, let first = mistakes.first {
      batch.reject(because: Finding("E_RIDES", source: source, message: first.message))
    } else {
      batch.keep(ParsedSource(source: source, document: Document(), seen: quotes.count))
    }
    return batch
  }

  /// - Returns: The quotes, and what is wrong with the others.
  static func read(_ bytes: [UInt8], file: String) -> (
    quotes: [RideQuote], mistakes: [ConfigurationError]
  ) {
    let root: JSONValue
    do throws(JSONSyntaxError) {
      root = try JSONValue(parsing: bytes)
    } catch {
      return (
        [], [ConfigurationError(file: file, line: error.line, "is not JSON: \(error.message)")]
      )
    }
    guard let rides = root["rides"]?.array else {
      return ([], [ConfigurationError(file: file, "'rides' is missing: a list of rides")])
    }
    var quotes: [RideQuote] = []
    var mistakes: [ConfigurationError] = []
    for (number, ride) in rides.enumerated() {
      guard let event = ride["event"]?.string, let prices = ride["prices"]?.array else {
        mistakes.append(
          ConfigurationError(file: file, "rides[\(number)]: 'event' and 'prices' are needed"))
        continue
      }
      for (index, price) in prices.enumerated() {
        guard let quote = quote(price, event: event) else {
          let path = "rides[\(number)].prices[\(index)]"
          mistakes.append(
            ConfigurationError(
              file: file, "\(path): 'product', 'duration' and 'distance' are needed"))
          continue
        }
        quotes.append(quote)
      }
    }
    return (quotes, mistakes)
  }

  private static func quote(_ json: JSONValue, event: String) -> RideQuote? {
    let name = json["product"] ?? json["localized_display_name"] ?? json["display_name"]
    guard let product = name?.string, let duration = json["duration"]?.double,
      let distance = json["distance"]?.double, (0...1e6).contains(duration),
      (0...20_000).contains(distance)
    else { return nil }
    // A quote without both bounds has no price: none is invented.
    let low = (json["low_estimate"] ?? json["low"])?.double
    let high = (json["high_estimate"] ?? json["high"])?.double
    let currency = (json["currency_code"] ?? json["currency"])?.string
    let price =
      if let low, let high, low >= 0, high >= 0 {
        PriceRange(low: low, high: high, currency: currency)
      } else { PriceRange?.none }
    return RideQuote(
      event: event, product: product, price: price, duration: Int(duration.rounded()),
      distance: distance * 1_000)
  }
}
