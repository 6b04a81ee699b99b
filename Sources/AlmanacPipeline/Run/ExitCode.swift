import AlmanacFiles
import AlmanacIngest
import AlmanacPublish
import AlmanacStore
import Foundation

/// The exit codes of the command line (sysexits).
public enum ExitCode: Int32, Sendable, Encodable {
  case published = 0
  /// Published, but something failed, under `--strict`.
  case degraded = 1
  case stale = 2
  case usage = 64
  case nothingUsable = 65
  /// An input file that a call names is missing or can't be read.
  case missingInput = 66
  case networkDown = 69
  case `internal` = 70
  case cannotCreate = 73
  case inputOutput = 74
  case locked = 75
  case configuration = 78
  case terminated = 143
}

extension ExitCode {
  /// The exit code of this error.
  public init(describing error: any Error) {
    switch error {
    case let error as RunError: self = error.exitCode
    case is ConfigurationError: self = .configuration
    case is OutputError: self = .inputOutput
    case is InputError: self = .missingInput
    case is PreviewError: self = .usage
    case AdditionError.nothing: self = .nothingUsable
    case AdditionError.taken, SetupError.taken: self = .cannotCreate
    case is AdditionError, is SetupError, is ArchiveError: self = .usage
    case is FetchError, is GazetteerImportError: self = .nothingUsable
    case WorkspaceError.newer, WorkspaceError.older: self = .configuration
    case is WorkspaceError: self = .inputOutput
    case RouteQuery.Failure.noTransit: self = .nothingUsable
    case is RouteQuery.Failure: self = .usage
    case is RecordFilterError, is RefusedDocument: self = .nothingUsable
    case QueryError.unreadable: self = .nothingUsable
    case is QueryError: self = .usage
    case let error as FileError: self = Self.file(error)
    default:
      self = FileError.code(of: error) != nil ? .inputOutput : .internal
    }
  }

  /// The caller can repair a folder that can't be made; other errors come from the disk.
  private static func file(_ error: FileError) -> ExitCode {
    [EACCES, EROFS, EPERM, ENOTDIR, ENOENT].contains(error.code) ? .cannotCreate : .inputOutput
  }
}
