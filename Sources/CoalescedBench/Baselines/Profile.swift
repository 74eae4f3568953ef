/// A value of 128 bytes, as services return them: it stands in the frames of whoever waits for it.
struct Profile: Sendable {
  let id: Int
  var name = ""
  var mail = ""
  var city = ""
  var about = ""
  var followers = 0
  var following = 0
  var posts = 0
  var since = 0
  var seen = 0
  var flags = 0
  var score = 0.0
}
