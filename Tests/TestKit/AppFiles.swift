/// Files as the versions of the app write them.
package enum AppFiles {
    /// 2023, as the app writes it: keys in any order, `\/` escaped, ids with gaps after deletes.
    package static let year2023 = """
        {"background":"https:\\/\\/cs193p.example.org\\/meadow.jpeg?w=1200&q=70","emojis":[
          {"id":1,"position":{"x":-212,"y":148},"size":40,"string":"🚲"},
          {"position":{"y":-7,"x":33},"id":2,"size":80,"string":"👩‍🚀"},
          {"id":4,"position":{"x":0,"y":0},"size":24,"string":"❤️"},
          {"id":5,"position":{"x":120,"y":-95},"size":64,"string":"🏳️‍🌈"},
          {"id":6,"position":{"x":121,"y":-95},"size":64,"string":"🇫🇷"},
          {"id":9,"position":{"x":-1,"y":300},"size":12,"string":"👍🏽"},
          {"id":10,"position":{"x":77,"y":-300},"size":160,"string":"🌦"}],
         "uniqueEmojiId":10}
        """

    /// 2021: y points down.
    package static let year2021 = file(
        background: #"{"url":{"_0":"https:\/\/example.org\/a.png"}}"#,
        name: "background"
    )

    /// 2020: y points down; view state in the document.
    package static let year2020 = file(
        background: #""https:\/\/example.org\/a.png","zoomScale":1.5,"panOffset":[12.5,-3]"#,
        name: "backgroundURL"
    )

    /// 2017: the origin is the corner of an image whose size nobody knows.
    package static let year2017 = #"""
        {"url":"https:\/\/example.org\/a.png","emojis":[{"x":12,"y":40,"text":"🚲","size":64}]}
        """#

    /// A file of 2021 or 2020 with two emojis.
    package static func file(background: String, name: String = "background") -> String {
        """
        {"\(name)":\(background),"emojis":[
          {"text":"🚲","x":-200,"y":150,"size":40,"id":1},
          {"text":"☀️","x":5,"y":-60,"size":80,"id":2}],"uniqueEmojiId":2}
        """
    }

    /// A file of 2023 with one emoji whose text is given.
    package static func emoji(_ json: String, uniqueEmojiId: Int = 1) -> String {
        #"{"emojis":[\#(json)],"uniqueEmojiId":\#(uniqueEmojiId)}"#
    }
}
