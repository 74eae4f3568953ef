/// Checks all claims, one after the other, and prints each as soon as it is known.
struct ClaimsRun {
  let seed: UInt64

  private var claims: [any Claim] {
    [
      FiftyCallersClaim(), IdentitiesClaim(), LeavingCallerClaim(), AbandonedRequestClaim(), SharedFailureClaim(),
      PoissonClaim(seed: seed), StaleSearchClaim(), LateRefreshClaim(),
    ]
  }

  func allHold() async -> Bool {
    Console.print("What Coalesced does to real requests: URLSession and a server on 127.0.0.1\n")
    var held = 0
    for (index, claim) in claims.enumerated() {
      let finding = await claim.finding()
      if finding.holds { held += 1 }
      Console.print("\(finding.holds ? "held  " : "FAILED")  \(index + 1). \(claim.statement)")
      for line in finding.figures { Console.print("           \(line)") }
      for line in finding.failures { Console.print("           failed: \(line)") }
    }
    Console.print("\n\(held) of \(claims.count) claims held.")
    return held == claims.count
  }
}
