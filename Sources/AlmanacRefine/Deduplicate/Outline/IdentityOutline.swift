import AlmanacModel
import AlmanacTime

/// What is kept of a campus's identities to know, another night, which of them a change concerns without
/// reading them all.
struct IdentityOutline: Sendable {
  /// A listing that is remembered and states nothing now.
  struct Absence: Hashable, Sendable {
    var identity: Int32
    /// Hash of the listing's id.
    var listing: UInt64
    /// Hash of its source's name.
    var source: UInt64
    /// Seconds since 1970.
    var start: Int64
  }

  /// Hashes of the identities' ids, in the order of the ids.
  private(set) var ids: [UInt64] = []
  /// Seconds since 1970.
  private(set) var issued: [Int64] = []
  /// By identity: hash of the id that it redirects to; 0 where it doesn't.
  private(set) var targets: [UInt64] = []
  /// By identity where the hashes of its listings' ids begin, and the end.
  private(set) var firstListings: [Int32] = [0]
  private(set) var listings: [UInt64] = []
  /// By identity where the hashes of those begin that it had before it took in another.
  private(set) var firstCores: [Int32] = [0]
  private(set) var cores: [UInt64] = []
  /// In the order of the identities.
  private(set) var absences: [Absence] = []

  private static let mark: UInt64 = 0x414C_4D49_4445_4E31

  init() {}

  /// - Parameters:
  ///   - identities: In the order of their ids.
  ///   - isStated: Whether the listing of that id's hash states something.
  init(_ identities: [EventIdentity], zone: Zone, isStated: (UInt64) -> Bool) {
    ids.reserveCapacity(identities.count)
    listings.reserveCapacity(identities.count * 2)
    for identity in identities { append(identity, zone: zone, isStated: isStated) }
  }

  func listings(of identity: Int) -> ArraySlice<UInt64> {
    listings[Int(firstListings[identity])..<Int(firstListings[identity + 1])]
  }

  func cores(of identity: Int) -> ArraySlice<UInt64> {
    cores[Int(firstCores[identity])..<Int(firstCores[identity + 1])]
  }

  mutating func append(_ identity: EventIdentity, zone: Zone, isStated: (UInt64) -> Bool) {
    let number = Int32(ids.count)
    ids.append(StableHash(identity.id).value)
    issued.append(identity.issued.secondsSinceEpoch)
    targets.append(identity.mergedInto.map { StableHash($0).value } ?? 0)
    for listing in identity.listings { listings.append(StableHash(listing).value) }
    firstListings.append(Int32(listings.count))
    for listing in identity.core ?? [] { cores.append(StableHash(listing).value) }
    firstCores.append(Int32(cores.count))
    for trace in identity.traces {
      let listing = StableHash(trace.id).value
      guard !isStated(listing) else { continue }
      absences.append(
        Absence(
          identity: number, listing: listing, source: StableHash(trace.source).value,
          start: trace.start.instant(in: zone).secondsSinceEpoch))
    }
  }

  /// These identities as another outline has them.
  ///
  /// - Parameter absences: all of these identities.
  mutating func append(
    _ range: Range<Int>, of other: IdentityOutline, absences: ArraySlice<Absence>
  ) {
    let shift = Int32(ids.count - range.lowerBound)
    ids += other.ids[range]
    issued += other.issued[range]
    targets += other.targets[range]
    let first = Int32(listings.count) - other.firstListings[range.lowerBound]
    for index in range { firstListings.append(other.firstListings[index + 1] + first) }
    listings +=
      other.listings[
        Int(other.firstListings[range.lowerBound])..<Int(other.firstListings[range.upperBound])]
    let firstCore = Int32(cores.count) - other.firstCores[range.lowerBound]
    for index in range { firstCores.append(other.firstCores[index + 1] + firstCore) }
    cores +=
      other.cores[
        Int(other.firstCores[range.lowerBound])..<Int(other.firstCores[range.upperBound])]
    for absence in absences {
      var moved = absence
      moved.identity += shift
      self.absences.append(moved)
    }
  }

  var bytes: [UInt8] {
    var writer = FlatWriter()
    writer.write(Self.mark)
    writer.write(ids)
    writer.write(issued)
    writer.write(targets)
    writer.write(firstListings)
    writer.write(listings)
    writer.write(firstCores)
    writer.write(cores)
    writer.write(absences.map(\.identity))
    writer.write(absences.map(\.listing))
    writer.write(absences.map(\.source))
    writer.write(absences.map(\.start))
    return writer.sealed
  }

  /// nil for damaged bytes.
  init?(_ bytes: [UInt8]) {
    guard var reader = FlatReader(bytes), reader.read() == Self.mark,
      let ids = reader.readAll(UInt64.self), let issued = reader.readAll(Int64.self),
      let targets = reader.readAll(UInt64.self), let firstListings = reader.readAll(Int32.self),
      let listings = reader.readAll(UInt64.self), let firstCores = reader.readAll(Int32.self),
      let cores = reader.readAll(UInt64.self), let identities = reader.readAll(Int32.self),
      let absent = reader.readAll(UInt64.self), let sources = reader.readAll(UInt64.self),
      let starts = reader.readAll(Int64.self), reader.isAtEnd,
      issued.count == ids.count, targets.count == ids.count,
      Self.isRising(firstListings, to: listings.count, count: ids.count),
      Self.isRising(firstCores, to: cores.count, count: ids.count),
      [absent.count, sources.count, starts.count].allSatisfy({ $0 == identities.count }),
      identities.allSatisfy({ ids.indices.contains(Int($0)) })
    else { return nil }
    (self.ids, self.issued, self.targets) = (ids, issued, targets)
    (self.firstListings, self.listings) = (firstListings, listings)
    (self.firstCores, self.cores) = (firstCores, cores)
    absences = identities.indices.map {
      Absence(
        identity: identities[$0], listing: absent[$0], source: sources[$0], start: starts[$0])
    }
  }

  private static func isRising(_ firsts: [Int32], to end: Int, count: Int) -> Bool {
    firsts.count == count + 1 && firsts.first == 0 && firsts.last == Int32(end)
      && zip(firsts, firsts.dropFirst()).allSatisfy { $0 <= $1 }
  }
}
