import AlmanacModel
import Testing

@testable import AlmanacGazetteer

@Suite("Audit of a gazetteer") struct GazetteerAuditTests {
  private func codes(_ places: Place...) -> [String] {
    GazetteerAudit.findings(of: Gazetteer(name: "coast", places: places)).map(\.code.rawValue)
  }

  @Test("An alias that is another place's name is reported")
  func sharedNames() {
    let shared = codes(
      Place(
        id: "a", name: "Mill", aliases: ["The Works"], coordinate: .init(latitude: 1, longitude: 1)),
      Place(id: "b", name: "the works", coordinate: .init(latitude: 2, longitude: 1)))
    #expect(shared == ["W_GAZETTEER_SHARED_NAME", "I_GAZETTEER_OUTLINE"])
  }

  @Test("A code that looks like a room's is reported, but not a building's code")
  func roomCodes() {
    let point = Coordinate(latitude: 1, longitude: 1)
    #expect(
      codes(Place(id: "a", name: "Mill", codes: ["COM1", "E3A", "LAB-CT"], coordinate: point))
        == ["I_GAZETTEER_OUTLINE"])
    #expect(
      codes(Place(id: "a", name: "Mill", codes: ["COM1-0206"], coordinate: point)).first
        == "W_GAZETTEER_ROOM_CODE")
  }

  @Test("A room far from its building and a place without a point are reported")
  func points() {
    let far = Place.Room(code: "1", coordinate: Coordinate(latitude: 1.01, longitude: 1))
    #expect(
      codes(
        Place(
          id: "a", name: "Mill", coordinate: Coordinate(latitude: 1, longitude: 1), rooms: [far]),
        Place(id: "b", name: "Barn"))
        == ["W_GAZETTEER_ROOM_FAR", "I_GAZETTEER_POINT", "I_GAZETTEER_OUTLINE"])
  }
}
