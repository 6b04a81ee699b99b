import AlmanacModel

/// States, provinces and countries that follow the name of a town.
enum Regions {
  /// Whether the hash is one of the code or name of a US state or Canadian province. The words of a name
  /// are joined: `nc`, `northcarolina`.
  static func isState(_ key: UInt64) -> Bool { states[key] != nil }

  static func isCountry(_ key: UInt64) -> Bool { countries[key] != nil }

  /// Whether no region of this name contains a part of the campus.
  static func isElsewhere(_ key: UInt64, than bounds: BoundingBox) -> Bool {
    let boxes = states[key, default: []] + countries[key, default: []]
    // Of a campus across the antimeridian nothing is known.
    return bounds.west <= bounds.east
      && !boxes.contains { box in
        box.west <= bounds.east && bounds.west <= box.east && box.south <= bounds.north
          && bounds.south <= box.north
      }
  }

  /// Spellings, then west, south, east and north in degrees, rounded outward.
  private static let states = table(
    """
    al ala alabama -88.5 30.1 -84.8 35.1; ak alaska -180 51.2 -129.9 71.5
    az ariz arizona -114.9 31.3 -109 37.1; ar ark arkansas -94.7 33 -89.6 36.6
    ca calif california -124.5 32.5 -114.1 42.1; co colo colorado -109.1 36.9 -102 41.1
    ct conn connecticut -73.8 40.9 -71.7 42.1; de del delaware -75.8 38.4 -75 39.9
    fl fla florida -87.7 24.4 -79.9 31.1; ga georgia -85.7 30.3 -80.8 35.1
    hi hawaii -178.4 18.8 -154.7 28.5; id idaho -117.3 41.9 -111 49.1
    il ill illinois -91.6 36.9 -87 42.6; in ind indiana -88.1 37.7 -84.7 41.8
    ia iowa -96.7 40.3 -90.1 43.6; ks kan kansas -102.1 36.9 -94.5 40.1
    ky kentucky -89.6 36.4 -81.9 39.2; la louisiana -94.1 28.9 -88.8 33.1
    me maine -71.1 42.9 -66.9 47.5; md maryland -79.5 37.8 -75 39.8
    ma mass massachusetts -73.6 41.2 -69.9 42.9; mi mich michigan -90.5 41.6 -82.1 48.4
    mn minn minnesota -97.3 43.4 -89.4 49.4; ms miss mississippi -91.7 30.1 -88 35.1
    mo missouri -95.8 35.9 -89 40.7; mt mont montana -116.1 44.3 -104 49.1
    ne neb nebraska -104.1 39.9 -95.3 43.1; nv nev nevada -120.1 35 -114 42.1
    nh newhampshire -72.6 42.6 -70.6 45.4; nj newjersey -75.6 38.8 -73.8 41.4
    nm newmexico -109.1 31.3 -103 37.1; ny newyork -79.8 40.4 -71.8 45.1
    nc northcarolina -84.4 33.8 -75.4 36.6; nd northdakota -104.1 45.9 -96.5 49.1
    oh ohio -84.9 38.3 -80.5 42.4; ok okla oklahoma -103.1 33.6 -94.4 37.1
    or ore oregon -124.7 41.9 -116.4 46.3; pa penn pennsylvania -80.6 39.7 -74.6 42.6
    ri rhodeisland -71.9 41.1 -71.1 42.1; sc southcarolina -83.4 32 -78.4 35.3
    sd southdakota -104.1 42.4 -96.4 46; tn tenn tennessee -90.4 34.9 -81.6 36.7
    tx tex texas -106.7 25.8 -93.5 36.6; ut utah -114.1 36.9 -109 42.1
    vt vermont -73.5 42.7 -71.4 45.1; va virginia -83.7 36.5 -75.2 39.5
    wa wash washington -124.9 45.5 -116.9 49.1; wv westvirginia -82.7 37.2 -77.7 40.7
    wi wis wisconsin -92.9 42.4 -86.7 47.4; wy wyoming -111.1 40.9 -104 45.1
    dc washington -77.2 38.7 -76.9 39; ab alberta -120.1 48.9 -109.9 60.1
    bc britishcolumbia -139.1 48.2 -114 60.1; mb manitoba -102.1 48.9 -88.9 60.1
    nb newbrunswick -69.1 44.5 -63.7 48.1; nl newfoundland -67.9 46.5 -52.6 60.5
    ns novascotia -66.5 43.3 -59.6 47.1; on ontario -95.2 41.6 -74.3 56.9; pe -64.5 45.9 -61.9 47.1
    qc quebec -79.8 44.9 -57.1 62.6; sk saskatchewan -110.1 48.9 -101.3 60.1
    """)

  private static let countries = table(
    """
    us usa unitedstates -180 18 -66 72; ca canada -142 48 -95 84
    ca canada -95 41.6 -74.3 84; ca canada -80 44.5 -52 84; mexico -119 14 -86 33
    uk unitedkingdom greatbritain england scotland wales -9 49 2 61; ireland -11 51 -5 56
    de germany deutschland 5 47 16 56; france frankreich -6 41 10 52; spain espana -19 27 5 44
    italy italia 6 35 19 48; austria osterreich 9 46 18 50; switzerland schweiz suisse 5 45 11 48
    netherlands 3 50 8 54; belgium 2 49 7 52; denmark 8 54 16 58; sweden 10 55 25 70
    norway 4 57 32 81; finland 19 59 32 71; poland 14 49 25 55; portugal -32 30 -6 43
    singapore 103 1 105 2; malaysia 99 0 120 8; india 68 6 98 36; japan 122 24 154 46
    china 73 18 135 54; australia 112 -44 154 -9; newzealand 166 -48 179 -34
    brazil brasil -74 -34 -34 6; georgia 40 41 47 44
    """)

  private static func table(_ text: String) -> [UInt64: [BoundingBox]] {
    var table: [UInt64: [BoundingBox]] = [:]
    for region in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
      let fields = region.split(separator: " ")
      let degrees = fields.suffix(4).compactMap { Double($0) }
      guard degrees.count == 4,
        let box = BoundingBox(
          west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
      else { continue }
      for name in fields.dropLast(4) { table[StableHash.bytes(name.utf8), default: []].append(box) }
    }
    return table
  }
}
