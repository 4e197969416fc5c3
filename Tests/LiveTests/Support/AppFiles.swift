/// Files as the three versions of the app write them.
enum AppFiles {
    /// 2023, as the app writes it: keys in any order, `\/` escaped, ids with gaps after deletes.
    static let year2023 = """
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
    static let year2021 = #"""
        {"background":{"url":{"_0":"https:\/\/example.org\/a.png"}},"emojis":[
          {"text":"🚲","x":-200,"y":150,"size":40,"id":1},
          {"text":"☀️","x":5,"y":-60,"size":80,"id":2}],"uniqueEmojiId":2}
        """#

    /// 2020: y points down, and a view's zoom is in the file.
    static let year2020 = #"""
        {"backgroundURL":"https:\/\/example.org\/a.png","zoomScale":1.5,"emojis":[
          {"text":"🚲","x":-200,"y":150,"size":40,"id":1},
          {"text":"☀️","x":5,"y":-60,"size":80,"id":2}],"uniqueEmojiId":2}
        """#
}
