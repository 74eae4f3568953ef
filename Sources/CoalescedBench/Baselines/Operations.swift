// What the callers share. Each returns its key plus one, and none is inlined into the loop that measures it.

@inline(never)
@Sendable
func instantOperation(_ key: Int) async throws -> Int {
  key &+ 1
}

@inline(never)
@Sendable
func suspendingOperation(_ key: Int) async throws -> Int {
  await Task.yield()
  return key &+ 1
}

@inline(never)
@Sendable
func instantStringOperation(_ key: String) async throws -> Int {
  key.utf8.count
}

@inline(never)
@Sendable
func instantThreeArgumentOperation(_ key: Int, _ name: String, _ page: Int) async throws -> Int {
  key &+ page
}
