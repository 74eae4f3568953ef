#if canImport(FoundationNetworking)
  import FoundationEssentials
  import FoundationNetworking
#else
  import Foundation
#endif

/// What a `URLRequest` asks beside its message that changes the response, who gets it, or how long somebody waits for it.
package struct RequestSettings: Hashable, Sendable {
  private let cachePolicy: UInt
  private let networkServiceType: UInt
  /// The time-out's bits: a key must equal itself, also where the time-out is not a number.
  private let timeout: UInt64
  private let handlesCookies: Bool
  private let allowsCellularAccess: Bool
  /// Decides which cookies a third party may set.
  private let mainDocument: ExactString?
  #if !canImport(FoundationNetworking)
    private let allowsExpensiveNetworkAccess: Bool
    private let allowsConstrainedNetworkAccess: Bool
    private let requiresDNSSECValidation: Bool
    private let isAttributedToUser: Bool
  #endif

  init(_ request: URLRequest) {
    cachePolicy = request.cachePolicy.rawValue
    networkServiceType = request.networkServiceType.rawValue
    timeout = request.timeoutInterval.bitPattern
    handlesCookies = request.httpShouldHandleCookies
    allowsCellularAccess = request.allowsCellularAccess
    mainDocument = request.mainDocumentURL.map { ExactString($0.absoluteString) }
    #if !canImport(FoundationNetworking)
      allowsExpensiveNetworkAccess = request.allowsExpensiveNetworkAccess
      allowsConstrainedNetworkAccess = request.allowsConstrainedNetworkAccess
      requiresDNSSECValidation = request.requiresDNSSECValidation
      isAttributedToUser = request.attribution == .user
    #endif
  }
}
