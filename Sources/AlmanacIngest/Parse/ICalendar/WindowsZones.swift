import AlmanacModel

/// Windows names of time zones, which Outlook and Exchange write as TZID.
///
/// Source: Unicode CLDR, `common/supplemental/windowsZones.xml`, territory 001, as of 2025-04-10
/// (commit c33a1f0a23e3b676b406345fe0b42c130defc51d), 139 names, with current tzdata names. Three
/// names are older than that file: `Coordinated Universal Time`, `Malay Peninsula Standard Time`
/// and `Mid-Atlantic Standard Time`.
enum WindowsZones {
  /// The IANA name of a Windows name in any case.
  static func identifier(for name: String) -> String? {
    table[name.lowercased()]
  }

  private static let table: [String: String] = Dictionary(
    EmbeddedTable.windowsZones.rows(separator: "=")
      .map { ($0.key.lowercased(), String($0.value)) }, uniquingKeysWith: { _, last in last })
}
