public import AlmanacModel

/// Where a night of few changes reads what it needs of a campus: a few of its listings and identities.
public struct StoredCampus: Sendable {
  /// Ids of all present listings, in the order of their bytes.
  public var listingIDs: @Sendable () throws -> [String]
  /// Those of these listings that may be published, in the order of their ids.
  public var listings: @Sendable (_ ids: [String]) async throws -> [Listing]
  /// Ids of all identities, in the order of their bytes.
  public var identityIDs: @Sendable () throws -> [String]
  /// Those of these ids.
  public var identities: @Sendable (_ ids: [String]) throws -> [EventIdentity]

  public init(
    listingIDs: @escaping @Sendable () throws -> [String],
    listings: @escaping @Sendable (_ ids: [String]) async throws -> [Listing],
    identityIDs: @escaping @Sendable () throws -> [String],
    identities: @escaping @Sendable (_ ids: [String]) throws -> [EventIdentity]
  ) {
    self.listingIDs = listingIDs
    self.listings = listings
    self.identityIDs = identityIDs
    self.identities = identities
  }
}
