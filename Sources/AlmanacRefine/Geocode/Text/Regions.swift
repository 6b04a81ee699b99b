import AlmanacModel

/// States, provinces and countries that follow the name of a town, and large cities.
enum Regions {
  /// Whether the hash is one of the code or name of a US state or Canadian province. The words of a name
  /// are joined: `nc`, `northcarolina`.
  static func isState(_ key: UInt64) -> Bool { states[key] != nil }

  /// Whether it is a country or a large city, which follow a building's name without a town.
  static func isNamedAlone(_ key: UInt64) -> Bool { countries[key] != nil || cities[key] != nil }

  /// Whether no region of this name contains a part of the campus.
  static func isElsewhere(_ key: UInt64, than bounds: BoundingBox) -> Bool {
    let boxes =
      states[key, default: []] + countries[key, default: []] + cities[key, default: []]
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

  /// Cities of about a million people and what is as well known, with their longitude and latitude.
  private static let cities = table(
    """
    london 0 51.5; london -81 43; paris 2.3 48.9; lyon 4.8 45.8; marseille 5.4 43.3
    toulouse 1.4 43.6; berlin 13.4 52.5; hamburg 10 53.6; munich munchen muenchen 11.6 48.1
    cologne koln koeln 7 50.9; frankfurt 8.7 50.1; stuttgart 9.2 48.8; vienna wien 16.4 48.2
    zurich zuerich 8.5 47.4; brussels bruxelles 4.4 50.8; amsterdam 4.9 52.4; copenhagen 12.6 55.7
    stockholm 18 59.3; oslo 10.7 59.9; helsinki 24.9 60.2; dublin -6.3 53.3; edinburgh -3.2 56
    glasgow -4.3 55.9; manchester -2.2 53.5; manchester -71.5 43; liverpool -3 53.4
    oxford -1.3 51.8; oxford -84.7 39.5; cambridge .1 52.2; cambridge -71.1 42.4
    birmingham -1.9 52.5; birmingham -86.8 33.5; madrid -3.7 40.4; barcelona 2.2 41.4
    lisbon lisboa -9.1 38.7; porto -8.6 41.1; rome roma 12.5 41.9; milan milano 9.2 45.5
    naples napoli 14.3 40.9; athens 23.7 38; athens -83.4 34; istanbul 29 41; warsaw 21 52.2
    prague praha 14.4 50.1; budapest 19 47.5; kyiv 30.5 50.5; moscow 37.6 55.8
    newyork newyorkcity -74 40.7; boston -71.1 42.4; philadelphia -75.2 40; baltimore -76.6 39.3
    pittsburgh -80 40.4; chicago -87.6 41.9; detroit -83 42.3; cleveland -81.7 41.5
    cincinnati -84.5 39.1; indianapolis -86.2 39.8; milwaukee -87.9 43; minneapolis -93.3 45
    stlouis -90.2 38.6; denver -105 39.7; dallas -96.8 32.8; houston -95.4 29.8; austin -97.7 30.3
    phoenix -112.1 33.4; lasvegas -115.1 36.2; losangeles -118.2 34.1; sandiego -117.2 32.7
    sanfrancisco -122.4 37.8; seattle -122.3 47.6; atlanta -84.4 33.7; miami -80.2 25.8
    orlando -81.4 28.5; nashville -86.8 36.2; neworleans -90.1 30; toronto -79.4 43.7
    montreal -73.6 45.5; ottawa -75.7 45.4; vancouver -123.1 49.3; mexicocity -99.1 19.4
    buenosaires -58.4 -34.6; saopaulo -46.6 -23.5; riodejaneiro -43.2 -22.9; tokyo 139.7 35.7
    osaka 135.5 34.7; kyoto 135.8 35; seoul 127 37.6; beijing 116.4 39.9; shanghai 121.5 31.2
    hongkong 114.2 22.3; taipei 121.5 25; bangkok 100.5 13.8; jakarta 106.8 -6.2; manila 121 14.6
    delhi newdelhi 77.2 28.6; mumbai 72.9 19.1; bangalore bengaluru 77.6 13; dubai 55.3 25.2
    cairo 31.2 30; nairobi 36.8 -1.3; johannesburg 28 -26.2; capetown 18.4 -33.9
    sydney 151.2 -33.9; melbourne 145 -37.8; brisbane 153 -27.5; auckland 174.8 -36.8
    """)

  private static func table(_ text: String) -> [UInt64: [BoundingBox]] {
    var table: [UInt64: [BoundingBox]] = [:]
    for region in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
      let fields = region.split(separator: " ")
      let degrees = fields.compactMap { Double($0) }
      // A city is a point; its box is a degree wide, so that a campus at its edge is in it.
      guard let west = degrees.first, degrees.count.isMultiple(of: 2),
        let box = degrees.count == 2
          ? BoundingBox(
            west: west - 0.5, south: degrees[1] - 0.5, east: west + 0.5, north: degrees[1] + 0.5)
          : BoundingBox(west: west, south: degrees[1], east: degrees[2], north: degrees[3])
      else { continue }
      for name in fields.dropLast(degrees.count) {
        table[StableHash.bytes(name.utf8), default: []].append(box)
      }
    }
    return table
  }
}
