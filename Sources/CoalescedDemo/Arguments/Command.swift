/// What the user asks for.
enum Command: Sendable {
  case claims(seed: UInt64)
  case get(GetOptions)
  case help

  static let usage = """
    coalesced-demo: shows on real HTTP what Coalesced does.

    USAGE
      coalesced-demo [--seed N]
          Checks eight claims with URLSession against a server of its own on 127.0.0.1, in
          about 15 seconds. Exits with 1 if a claim does not hold.

      coalesced-demo get URL... [--callers N] [-H 'Name: value']... [--timeout S] [--compare]
          Lets N callers ask for each URL at once, and shows which of their requests were one.
          Exits with 1 if a request fails; an HTTP error status is an answer like any other.

    OPTIONS
      --seed N            Seed of the Poisson arrivals (default 1).
      --callers N         Callers for each URL, 1 to 10000 (default 50).
      -H 'Name: value'    A header field of every request; may be repeated.
      --timeout S         Seconds until the callers give up, at most 3600 (default 30).
      --compare           Also sends every call's own request, without coalescing: N for each URL.
      --help, -h          Shows this.

    A wrong command line exits with 64.
    """
}
