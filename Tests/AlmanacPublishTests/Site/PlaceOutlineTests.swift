import AlmanacModel
import Testing

@testable import AlmanacPublish

@Suite struct PlaceOutlineTests {
  private func place(_ rooms: [(north: Double, east: Double)]) -> Place {
    // At the equator, a degree is 111,195 m in both directions.
    func point(_ north: Double, _ east: Double) -> Coordinate? {
      Coordinate(latitude: north / 111_195, longitude: east / 111_195)
    }
    return Place(
      id: "a", name: "A", coordinate: point(0, 0),
      rooms: rooms.enumerated().map { number, room in
        .init(code: "\(number)", coordinate: point(room.north, room.east))
      })
  }

  @Test("The outline surrounds all rooms with a margin for their walls")
  func surroundsRooms() throws {
    let outline = PlaceOutline.of(place([(0, 0), (0, 40), (30, 40), (30, 0), (15, 20)]))
    let north = try #require(outline.map(\.latitude).max()) * 111_195
    let east = try #require(outline.map(\.longitude).max()) * 111_195
    let south = try #require(outline.map(\.latitude).min()) * 111_195
    #expect((34...38).contains(north))
    #expect((44...48).contains(east))
    #expect((-8 ... -4).contains(south))
  }

  @Test("A distant room is an error of the gazetteer and doesn't change the outline")
  func passesOverStrays() throws {
    let outline = PlaceOutline.of(place([(0, 0), (0, 40), (30, 40), (900, 0)]))
    #expect(outline.allSatisfy { $0.latitude * 111_195 < 50 })
    #expect(!outline.isEmpty)
  }

  @Test("Two rooms have no outline, and neither have three at one point")
  func needsThree() {
    #expect(PlaceOutline.of(place([(0, 0), (0, 40)])).isEmpty)
    #expect(PlaceOutline.of(place([(0, 0), (0, 0), (0, 40)])).isEmpty)
    #expect(PlaceOutline.of(Place(id: "b", name: "B")).isEmpty)
  }
}
