/// Entries of the Windows time zone dialog that are no cities of the IANA database.
///
/// The dialog shows them after the offset: `(UTC-05:00) Eastern Time (US & Canada)`. Web frameworks
/// use the same words without the offset.
enum WindowsDialog {
  /// The IANA name of an entry in any case.
  static func identifier(for entry: String) -> String? {
    table[entry.lowercased().replacing("us and canada", with: "us & canada")]
  }

  private static let table: [String: String] = [
    "coordinated universal time": "UTC", "universal coordinated time": "UTC",
    "international date line west": "Etc/GMT+12", "midway island": "Pacific/Midway",
    "hawaii": "Pacific/Honolulu", "aleutian islands": "America/Adak",
    "marquesas islands": "Pacific/Marquesas", "alaska": "America/Anchorage",
    "baja california": "America/Tijuana", "arizona": "America/Phoenix",
    "pacific time (us & canada)": "America/Los_Angeles",
    "mountain time (us & canada)": "America/Denver",
    "central time (us & canada)": "America/Chicago",
    "eastern time (us & canada)": "America/New_York",
    "atlantic time (canada)": "America/Halifax", "yukon": "America/Whitehorse",
    "central america": "America/Guatemala", "easter island": "Pacific/Easter",
    "saskatchewan": "America/Regina", "quito": "America/Guayaquil",
    "haiti": "America/Port-au-Prince", "indiana (east)": "America/Indiana/Indianapolis",
    "turks and caicos": "America/Grand_Turk", "newfoundland": "America/St_Johns",
    "brasilia": "America/Sao_Paulo", "greenland": "America/Nuuk",
    "buenos aires": "America/Argentina/Buenos_Aires",
    "city of buenos aires": "America/Argentina/Buenos_Aires",
    "saint pierre and miquelon": "America/Miquelon", "cabo verde is.": "Atlantic/Cape_Verde",
    "cape verde is.": "Atlantic/Cape_Verde", "edinburgh": "Europe/London",
    "bern": "Europe/Zurich", "west central africa": "Africa/Lagos",
    "pretoria": "Africa/Johannesburg", "st. petersburg": "Europe/Moscow",
    "abu dhabi": "Asia/Dubai", "islamabad": "Asia/Karachi",
    "ekaterinburg": "Asia/Yekaterinburg", "chennai": "Asia/Kolkata", "mumbai": "Asia/Kolkata",
    "new delhi": "Asia/Kolkata", "sri jayawardenepura": "Asia/Colombo", "hanoi": "Asia/Bangkok",
    "beijing": "Asia/Shanghai", "osaka": "Asia/Tokyo", "sapporo": "Asia/Tokyo",
    "yangon (rangoon)": "Asia/Yangon", "lord howe island": "Australia/Lord_Howe",
    "solomon is.": "Pacific/Guadalcanal", "new caledonia": "Pacific/Noumea",
    "norfolk island": "Pacific/Norfolk", "bougainville island": "Pacific/Bougainville",
    "marshall is.": "Pacific/Majuro", "nuku'alofa": "Pacific/Tongatapu",
    "chatham islands": "Pacific/Chatham", "kiritimati island": "Pacific/Kiritimati",
    "samoa": "Pacific/Apia",
  ]
}
