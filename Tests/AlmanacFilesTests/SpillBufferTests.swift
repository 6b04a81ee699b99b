import Foundation
import Testing

@testable import AlmanacFiles

@Suite struct SpillBufferTests {
  @Test("A buffer returns the appended bytes", arguments: [0, 1, 1_000, 400_000])
  func pieces(size: Int) throws {
    var buffer = SpillBuffer()
    var all: [UInt8] = []
    for number in 0..<100 {
      let piece = [UInt8](repeating: UInt8(number), count: size)
      buffer.append(piece)
      all += piece
    }
    var read: [UInt8] = []
    try buffer.forEachPiece { read += $0 }
    // `Data` compares faster than an array in a debug build.
    #expect(Data(read) == Data(all))
    #expect(try Data(buffer.read(0..<all.count)) == Data(all))
  }

  @Test("A buffer can be read while it is still written", arguments: [1, 1_000, 250_000])
  func reads(size: Int) throws {
    var buffer = SpillBuffer()
    for number in 0..<100 {
      #expect(buffer.count == number * size)
      let piece = [UInt8](repeating: UInt8(number), count: size)
      buffer.append(piece)
      for earlier in [0, number / 2, number] {
        let range = earlier * size..<(earlier + 1) * size
        #expect(try Data(buffer.read(range)) == Data(repeating: UInt8(earlier), count: size))
      }
    }
    #expect(buffer.count == 100 * size)
  }

  @Test("Without a folder for its file, a buffer keeps all bytes in memory")
  func staysInMemory() throws {
    var buffer = SpillBuffer(in: URL(filePath: "/nowhere/at/all"))
    let piece = [UInt8](repeating: 7, count: 800_000)
    for _ in 0..<30 { buffer.append(piece) }
    #expect(try Data(buffer.read(0..<buffer.count)) == Data(repeating: 7, count: 24_000_000))
  }
}
