"""The network of a page, which can be cut and worse, and what its database holds."""

# The keys of all clients that the browser is.
KEYS = """() => new Promise((done) => {
    indexedDB.open("emojiart").onsuccess = ({ target: { result: database } }) => {
        const seats = database.transaction("seats").objectStore("seats");
        seats.getAllKeys().onsuccess = ({ target }) => {
            database.close();
            done(target.result);
        };
    };
})"""
# How many edits the database has.
STORED = """() => new Promise((done) => {
    indexedDB.open("emojiart").onsuccess = ({ target: { result: database } }) => {
        database.transaction("seats").objectStore("seats").getAll().onsuccess = ({ target }) => {
            database.close();
            done(Math.max(...target.result.map(({ kept }) => kept?.count ?? 0)));
        };
    };
})"""
# Ends the leases of all seats, as the time does that a tab stands still.
EXPIRE = """() => new Promise((done) => {
    indexedDB.open("emojiart").onsuccess = ({ target: { result: database } }) => {
        const seats = database.transaction("seats", "readwrite").objectStore("seats");
        seats.openCursor().onsuccess = ({ target: { result: cursor } }) => {
            if (!cursor) return;
            cursor.update({ ...cursor.value, until: 0 });
            cursor.continue();
        };
        seats.transaction.oncomplete = () => {
            database.close();
            done();
        };
    };
})"""


class Gate:
    """The network of a page: while it is cut nothing goes through."""

    def __init__(self, page):
        self.is_cut = False
        self.sockets = []
        page.route_web_socket("**/documents/*", self.join)

    def join(self, socket):
        """Lets a connection through, or refuses it."""
        if self.is_cut:
            return socket.close(code=1001, reason="cut")
        self.sockets.append(socket)
        socket.connect_to_server()

    def cut(self):
        """Ends all connections, with all that is in flight to the page."""
        self.is_cut = True
        for socket in self.sockets:
            socket.close(code=1001, reason="cut")
        self.sockets = []


class Mute(Gate):
    """A network with connections on which answers to edits are lost."""

    is_mute = False

    def join(self, socket):
        if self.is_cut:
            return super().join(socket)
        self.sockets.append(socket)
        is_mute = self.is_mute

        def pass_on(text):
            if not (is_mute and text.startswith('{"type":"edit"')):
                socket.send(text)

        socket.connect_to_server().on_message(pass_on)


class LateHello(Gate):
    """A network that holds one hello back, whose connection the page then loses."""

    def __init__(self, page):
        super().__init__(page)
        self.is_holding = False
        self.held = []

    def join(self, socket):
        if self.is_cut or not self.is_holding:
            return super().join(socket)
        self.is_holding = False
        server = socket.connect_to_server()
        # So the end of one side does not end the other.
        socket.on_close(lambda *_: None)
        server.on_close(lambda *_: None)

        def hold(text):
            self.held.append((server, text))
            socket.close(code=1001, reason="cut")

        socket.on_message(hold)

    def deliver(self):
        """Gives the server the hello that was held."""
        server, text = self.held.pop()
        server.send(text)


def state_of(page):
    """What a page says of the work."""
    return page.locator(".save")
