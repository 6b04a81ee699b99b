import CLibZip

/// Why a zip archive or a file in it cannot be read.
public enum ZipError: Error, Equatable, Sendable {
  case notAnArchive(String)
  case damaged(file: String)
  case encrypted(file: String)
  /// A compression method other than stored and deflated.
  case otherCompression(file: String)
  /// More files than the limit.
  case tooManyFiles(limit: Int)
  /// More extracted bytes than the limit.
  case tooLarge(limit: Int)
}

extension ZipError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnArchive(let reason):
      "it is no zip archive (\(reason)); look at what the address gives"
    case .damaged(let file): "'\(file)' in the archive is damaged; fetch it again"
    case .encrypted(let file):
      "'\(file)' in the archive is encrypted; ask the publisher for an open one"
    case .otherCompression(let file):
      "'\(file)' in the archive is compressed in an unusual way; ask the publisher for deflate"
    case .tooManyFiles(let limit): "the archive has more than \(limit) files; it is refused"
    case .tooLarge(let limit):
      "the archive unpacks to more than \(limit) bytes; raise 'fetch.maxBytes' if that is meant"
    }
  }
}

/// Reads the files of a zip archive in memory. Nothing is written to disk, so that paths are only
/// names.
public final class ZipArchive {
  /// The maximum number of files in an archive.
  private static let fileLimit = 1_000

  private let archive: OpaquePointer
  /// The archive's bytes, which libzip reads until the archive is closed.
  private let buffer: UnsafeMutableBufferPointer<UInt8>

  /// Opens an archive.
  ///
  /// - Complexity: O(files).
  public init(_ bytes: [UInt8]) throws(ZipError) {
    // libzip would create a new archive from no bytes.
    guard !bytes.isEmpty else { throw .notAnArchive("it is empty") }
    buffer = .allocate(capacity: bytes.count)
    _ = buffer.update(fromContentsOf: bytes)
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard
      let source = zip_source_buffer_create(buffer.baseAddress, UInt64(bytes.count), 0, &error)
    else {
      buffer.deallocate()
      throw .notAnArchive(String(cString: zip_error_strerror(&error)))
    }
    guard let opened = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      let reason = String(cString: zip_error_strerror(&error))
      zip_source_free(source)
      buffer.deallocate()
      throw .notAnArchive(reason)
    }
    archive = opened
  }

  deinit {
    zip_discard(archive)
    buffer.deallocate()
  }

  /// The paths of the first 1,000 files.
  ///
  /// - Complexity: O(files).
  var paths: [String] {
    let count = min(zip_get_num_entries(archive, 0), zip_int64_t(Self.fileLimit))
    return (0..<UInt64(max(count, 0))).compactMap { index in
      zip_get_name(archive, index, 0).map { String(cString: $0) }
    }
  }

  /// Extracts the chosen files by path.
  ///
  /// - Parameters:
  ///   - limit: The maximum total size of the extracted files in bytes. The actual size counts, not the declared one.
  ///   - isChosen: Whether to extract the file at a path.
  public func files(
    limit: Int, where isChosen: (String) -> Bool
  ) throws(ZipError) -> [String: [UInt8]] {
    let count = zip_get_num_entries(archive, 0)
    guard count <= Self.fileLimit else { throw .tooManyFiles(limit: Self.fileLimit) }
    var files: [String: [UInt8]] = [:]
    var remaining = limit
    for index in 0..<UInt64(max(count, 0)) {
      guard let name = zip_get_name(archive, index, 0) else { continue }
      let path = String(cString: name)
      guard !path.hasSuffix("/"), isChosen(path), files[path] == nil else { continue }
      let bytes = try read(index, path, remaining: remaining, limit: limit)
      remaining -= bytes.count
      files[path] = bytes
    }
    return files
  }

  private func read(
    _ index: UInt64, _ path: String, remaining: Int, limit: Int
  ) throws(ZipError) -> [UInt8] {
    var status = zip_stat_t()
    guard zip_stat_index(archive, index, 0, &status) == 0 else { throw .damaged(file: path) }
    guard status.encryption_method == UInt16(ZIP_EM_NONE) else { throw .encrypted(file: path) }
    guard status.size <= UInt64(remaining) else { throw .tooLarge(limit: limit) }
    let isKnown = [UInt16(ZIP_CM_STORE), UInt16(ZIP_CM_DEFLATE)].contains(status.comp_method)
    guard isKnown else { throw .otherCompression(file: path) }
    guard let file = zip_fopen_index(archive, index, 0) else { throw .damaged(file: path) }
    defer { zip_fclose(file) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.size))
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let read = Int(zip_fread(file, &chunk, UInt64(chunk.count)))
      guard read >= 0 else { throw .damaged(file: path) }
      guard read > 0 else { return bytes }
      // A zip bomb extracts to more than it declares.
      guard bytes.count + read <= Int(status.size) else { throw .damaged(file: path) }
      bytes.append(contentsOf: chunk[..<read])
    }
  }
}

extension ZipArchive {
  /// Creates an archive of uncompressed files with a fixed date, so that equal files give equal
  /// bytes.
  static func archive(of files: [(name: String, bytes: [UInt8])]) throws(ZipError) -> [UInt8] {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let target = zip_source_buffer_create(nil, 0, 0, &error),
      let archive = zip_open_from_source(target, ZIP_TRUNCATE, &error)
    else { throw .notAnArchive(String(cString: zip_error_strerror(&error))) }
    // Keep the source: closing the archive would free it before it is read.
    zip_source_keep(target)
    defer { zip_source_free(target) }
    var copies: [UnsafeMutableBufferPointer<UInt8>] = []
    defer { for copy in copies { copy.deallocate() } }
    for (name, bytes) in files {
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
      _ = copy.update(fromContentsOf: bytes)
      copies.append(copy)
      let source = zip_source_buffer(archive, copy.baseAddress, UInt64(bytes.count), 0)
      let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
      guard index >= 0 else {
        zip_source_free(source)
        zip_discard(archive)
        throw .damaged(file: name)
      }
      zip_set_file_compression(archive, UInt64(index), ZIP_CM_STORE, 0)
      // 1980-01-01, the first date that a zip archive can store.
      zip_file_set_dostime(archive, UInt64(index), 0, 0x21, 0)
    }
    guard zip_close(archive) == 0 else {
      zip_discard(archive)
      throw .notAnArchive("it can't be written")
    }
    var bytes: [UInt8] = []
    zip_source_open(target)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while case let read = Int(zip_source_read(target, &chunk, UInt64(chunk.count))), read > 0 {
      bytes.append(contentsOf: chunk[..<read])
    }
    zip_source_close(target)
    return bytes
  }
}
