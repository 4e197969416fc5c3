/// Files as the three versions of the app write them.
enum AppFiles {
    /// 2023: pretty-printed differently, keys in any order, `\/` escaped.
    static let year2023 = """
        {"emojis":[
          {"string":"🚲","position":{"x":-200,"y":150},"id":1,"size":40},
          {"id":2,"position":{"y":-7,"x":33},"size":80,"string":"👩‍🚀"},
          {"id":3,"position":{"x":0,"y":0},"size":8,"string":"❤"},
          {"id":4,"position":{"x":1,"y":0},"size":8,"string":"❤️"}],
         "uniqueEmojiId":4,"background":"https:\\/\\/example.org\\/a.png?b=c&d=e"}
        """

    /// 2023: after deletes, so that ids have gaps.
    static let year2023WithGaps = """
        {"emojis":[
          {"id":1,"position":{"x":-200,"y":150},"size":40,"string":"🚲"},
          {"id":3,"position":{"x":33,"y":-7},"size":80,"string":"🏎"},
          {"id":7,"position":{"x":0,"y":0},"size":8,"string":"🌦"}],
         "uniqueEmojiId":7}
        """

    /// 2021: y points down.
    static let year2021 = file(
        background: #"{"url":{"_0":"https:\/\/example.org\/a.png"}}"#,
        name: "background"
    )

    /// 2020: y points down; view state in the document.
    static let year2020 = file(
        background: #""https:\/\/example.org\/a.png","zoomScale":1.5,"panOffset":[12.5,-3]"#,
        name: "backgroundURL"
    )

    /// 2017: the origin is the corner of an image whose size nobody knows.
    static let year2017 = #"""
        {"url":"https:\/\/example.org\/a.png","emojis":[{"x":12,"y":40,"text":"🚲","size":64}]}
        """#

    /// A file of 2021 or 2020 with two emojis.
    static func file(background: String, name: String = "background") -> String {
        """
        {"\(name)":\(background),"emojis":[
          {"text":"🚲","x":-200,"y":150,"size":40,"id":1},
          {"text":"☀️","x":5,"y":-60,"size":80,"id":2}],"uniqueEmojiId":2}
        """
    }

    /// A file of 2023 with one emoji whose text is given.
    static func emoji(_ json: String, uniqueEmojiId: Int = 1) -> String {
        #"{"emojis":[\#(json)],"uniqueEmojiId":\#(uniqueEmojiId)}"#
    }
}
