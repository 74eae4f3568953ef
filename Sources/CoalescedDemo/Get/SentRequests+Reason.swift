import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SentRequests {
  /// Why a call has no answer, in a few words.
  static func reason(of error: any Error) -> String {
    switch error {
    case let failure as Failure: reason(of: failure.error)
    // Nobody but the run's deadline cancels a call.
    case is CancellationError: "no answer in time"
    case is NotHTTP: "the answer is not HTTP"
    case let error as URLError: reason(of: error.code)
    default: "the request failed"
    }
  }

  private static func reason(of code: URLError.Code) -> String {
    switch code {
    case .cancelled, .timedOut: "no answer in time"
    case .cannotConnectToHost: "connection refused, or the host cannot be reached"
    case .cannotFindHost, .dnsLookupFailed: "no such host"
    case .networkConnectionLost: "the connection was lost"
    case .notConnectedToInternet: "no network"
    // The request itself has a URL that is supported.
    case .badServerResponse, .cannotParseResponse, .unsupportedURL: "the server's answer is not HTTP"
    case .httpTooManyRedirects: "too many redirects"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid:
      "no secure connection"
    default: "the request failed (URLError \(code.rawValue))"
    }
  }
}
