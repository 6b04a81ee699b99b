import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct CoordinateTextTests {
  @Test("Numbers that are read byte by byte are the nearest doubles")
  func nearest() throws {
    var state: UInt64 = 5
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let digits = Int(state >> 60) % 13
      var fraction = String(state >> 8).suffix(digits)
      if fraction.isEmpty { fraction = "0" }
      let latitude = "\(state & 1 == 0 ? "-" : "")\(state >> 20 & 63).\(fraction)"
      let longitude = "\(state >> 30 & 127)"
      guard case .point(let point) = CoordinateText("\(latitude) \(longitude)") else { continue }
      #expect(point.latitude == Double(latitude))
      #expect(point.longitude == Double(longitude))
    }
  }

  @Test(
    "Coordinates are read in every syntax",
    arguments: [
      "1.5,2.5", "1.5 2.5", "1.5, 2.5 10", "+1.5;2.5", "1.50e0 2.5", " 1.5  2.5 ", "1,5;2,5",
    ])
  func forms(text: String) {
    let point = Coordinate(latitude: 1.5, longitude: 2.5).map { CoordinateText.point($0) }
    #expect(CoordinateText(text) == (text == "1,5;2,5" ? .malformed : point))
  }

  @Test("Texts that are no coordinates are rejected")
  func none() {
    #expect(CoordinateText("0 0") == .nullIsland)
    #expect(CoordinateText("-0.0,0") == .nullIsland)
    #expect(CoordinateText("91 0") == .malformed)
    #expect(CoordinateText("1.5") == .malformed)
    #expect(CoordinateText(" , ") == .blank)
  }
}
