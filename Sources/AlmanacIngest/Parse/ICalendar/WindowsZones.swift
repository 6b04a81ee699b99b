import AlmanacModel

/// Windows names of time zones, which Outlook and Exchange write as TZID, and entries of the Windows
/// time zone dialog that are no cities of the IANA database.
///
/// Source of the names: Unicode CLDR, `common/supplemental/windowsZones.xml`, territory 001, as of
/// 2025-04-10 (commit c33a1f0a23e3b676b406345fe0b42c130defc51d), 139 names, with current tzdata
/// names. Three names are older than that file: `Coordinated Universal Time`, `Malay Peninsula
/// Standard Time` and `Mid-Atlantic Standard Time`.
enum WindowsZones {
  /// The IANA name of a Windows name in any case.
  static func identifier(for name: String) -> String? { names[name.lowercased()] }

  /// The IANA name of an entry of the dialog in any case, which the dialog shows after the offset:
  /// `(UTC-05:00) Eastern Time (US & Canada)`. Web frameworks use the same words without the offset.
  static func identifier(forEntry entry: String) -> String? {
    entries[entry.lowercased().replacing("us and canada", with: "us & canada")]
  }

  private static let names = table(.windowsZones)
  private static let entries = table(.windowsDialog)

  private static func table(_ table: EmbeddedTable) -> [String: String] {
    Dictionary(
      table.rows(separator: "=").map { ($0.key.lowercased(), String($0.value)) },
      uniquingKeysWith: { _, last in last })
  }
}
