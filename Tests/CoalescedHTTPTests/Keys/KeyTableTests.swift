import CoalescedHTTP
import Testing

@Suite struct KeyTableTests {
  enum Relation: Sendable { case equal, differ }

  struct Row: Sendable, CustomTestStringConvertible {
    let left: String
    let right: String
    let relation: Relation
    let order: RequestKeyBuilder.QueryOrder?

    /// A row that holds for one order of the query, or, with `nil`, for both.
    init(_ left: String, _ relation: Relation, _ right: String, _ order: RequestKeyBuilder.QueryOrder? = nil) {
      self.left = left
      self.right = right
      self.relation = relation
      self.order = order
    }

    var testDescription: String { "\(left) \(relation) \(right)" }
  }

  static let rows: [Row] = [
    Row("HTTP://Example.COM/x", .equal, "http://example.com/x"),
    Row("http://example.com:80/x", .equal, "http://example.com/x"),
    Row("https://h:443/", .equal, "https://h/"),
    Row("http://example.com:/x", .equal, "http://example.com/x"),
    Row("http://example.com", .equal, "http://example.com/"),
    Row("http://h/x#top", .equal, "http://h/x"),
    Row("http://h/%7Euser", .equal, "http://h/~user"),
    Row("http://h/a%2fb", .equal, "http://h/a%2Fb"),
    Row("http://h/a/./b", .equal, "http://h/a/b"),
    Row("http://h/a/c/../b", .equal, "http://h/a/b"),
    Row("http://h/?b=2&a=1", .equal, "http://h/?a=1&b=2", .sortedByName),

    Row("http://h/?a", .differ, "http://h/?a="),
    Row("http://h/x", .differ, "http://h/x?"),
    Row("http://h/?x=1", .differ, "http://h/?x=1&"),
    Row("http://h/?a=1&a=2", .differ, "http://h/?a=2&a=1"),
    Row("http://h/?q=a+b", .differ, "http://h/?q=a%2Bb"),
    Row("http://h/?q=a+b", .differ, "http://h/?q=a%20b"),
    Row("http://h/?q=a%2Bb", .differ, "http://h/?q=a%20b"),
    Row("http://h/a%2Fb", .differ, "http://h/a/b"),
    Row("http://h/a/", .differ, "http://h/a"),
    Row("http://h/a//b", .differ, "http://h/a/b"),
    Row("http://h/a;v=1", .differ, "http://h/a;v=2"),
    Row("http://example.com./", .differ, "http://example.com/"),
    Row("http://user:pw@h/", .differ, "http://h/"),
    Row("http://user:pw@h/", .differ, "http://other:pw@h/"),
    Row("http://h:8080/", .differ, "http://h/"),
    Row("http://h/?b=2&a=1", .differ, "http://h/?a=1&b=2", .asWritten),
    Row("http://h/caf%C3%A9", .differ, "http://h/caf%E9"),
    Row("http://h/a/%2E%2E/b", .differ, "http://h/b"),

    // What follows from the table.
    Row("http://h:00080/", .equal, "http://h/"),
    Row("https://h:80/", .differ, "https://h/"),
    Row("http://h:443/", .differ, "http://h/"),
    Row("http://h/", .differ, "https://h/"),
    Row("http://h?a", .equal, "http://h/?a"),
    Row("http://%45xample.com/", .equal, "http://example.com/"),
    Row("http://[2001:DB8::A]/", .equal, "http://[2001:db8::a]/"),
    Row("http://h/a/..", .equal, "http://h/"),
    Row("http://h/a/.", .equal, "http://h/a/"),
    Row("http://h/../a", .equal, "http://h/a"),
    Row("http://h/a/%2e%2e/b", .equal, "http://h/a/%2E%2E/b"),
    Row("http://h/a/%2E/b", .differ, "http://h/a/b"),
    Row("http://h/a/.%2E/b", .differ, "http://h/b"),
    Row("http://h/a/%2E%2E/../b", .differ, "http://h/a/b"),
    Row("http://h/a/%2E%2E/../b", .differ, "http://h/b"),
    Row("http://h/file%2Etxt", .equal, "http://h/file.txt"),
    Row("http://h/...", .differ, "http://h/"),
    Row("http://h/?%61=1", .equal, "http://h/?a=1"),
    Row("http://h/?b&%61=1", .equal, "http://h/?a=1&b", .sortedByName),
    Row("http://h/?a=1&b=1&a=2", .equal, "http://h/?a=1&a=2&b=1", .sortedByName),
    Row("http://h/?a=..", .differ, "http://h/?a="),
    Row("http://h/A", .differ, "http://h/a"),
    Row("http://@h/", .differ, "http://h/"),
    Row("http://USER@h/", .differ, "http://user@h/"),
    Row("http://h/caf\u{E9}", .differ, "http://h/cafe\u{301}"),
    Row("http://h/caf\u{E9}", .differ, "http://h/caf%C3%A9"),
  ]

  @Test(arguments: rows) func rowHolds(_ row: Row) throws {
    for order in row.order.map({ [$0] }) ?? [.sortedByName, .asWritten] {
      var builder = RequestKeyBuilder()
      builder.queryOrder = order
      let left = try RequestKey.make(row.left, by: builder)
      let right = try RequestKey.make(row.right, by: builder)
      #expect((left == right) == (row.relation == .equal), "\(order)")
      #expect((Set([left, right]).count == 1) == (row.relation == .equal), "\(order)")
    }
  }
}
