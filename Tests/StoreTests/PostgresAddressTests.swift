import PostgresStore
import Store
import TestKit
import Testing

/// Addresses of stores in PostgreSQL, and what is wrong with those that cannot be used.
@Suite struct PostgresAddressTests {
    private let directory = TestDirectory()

    private func server() throws -> PostgresServer { try PostgresServer.shared.get() }

    @Test(arguments: [
        ("&sslmode=require", "a secret", "check sslmode"),
        ("&sslrootcert=/nowhere&sslmode=verify-full", "a secret", "check sslmode"),
        ("", "another secret", "check the user and the password"),
        ("&dbname=nowhere", "a secret", "make the database or the role"),
        ("&port=1", "a secret", "check that PostgreSQL runs there"),
        ("&hostaddr=::::", "a secret", "check that PostgreSQL runs there"),
        ("&user=nobody", "a secret", "check the user and the password"),
        ("&no=such", "a secret", "invalid URI query parameter"),
        ("&password=x%2", "a secret", "PostgreSQL failed to connect"),
    ])
    func `FA92 a store that cannot be used says why, and shows no secret`(
        settings: String,
        password: String,
        words: String
    ) throws {
        let server = try server()
        let text = server.address(schema: "public", password: password, settings: settings)
        let address = try #require(PostgresAddress(text))
        #expect(!"\(address)".contains("secret"))
        let error = #expect(throws: StorageError.self) { try PostgresStore(address) }
        let said = "\(try #require(error))"
        #expect(said.contains(words) && !said.contains("secret"), "\(said)")
    }

    @Test func `FA92 a certificate is checked where the address asks for it`() async throws {
        let server = try PostgresServer()
        let certificates = try (0..<2).map { _ in try TestCertificate() }
        try server.speakTLS(with: certificates[0])
        func address(_ certificate: TestCertificate) throws -> PostgresAddress {
            let settings = "&sslmode=verify-full&sslrootcert=\(certificate.certificate)"
            let text = server.address(schema: "public", settings: settings)
            return try #require(PostgresAddress(text))
        }
        let right = try address(certificates[0])
        try await until { (try? PostgresStore(right).close()) != nil }
        let store = try PostgresStore(right)
        let cats = try await store.document("cats").document
        await store.submit(edits(cats, 1...1))
        let sql = """
            SELECT count(*), bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE application_name LIKE 'emojiart-server-%'
            """
        #expect(try server.run(sql) == "2|t")
        store.close()
        let error = #expect(throws: StorageError.self) {
            try PostgresStore(address(certificates[1]))
        }
        #expect("\(try #require(error))".contains("check sslmode, sslrootcert and sslcert"))
    }

    @Test func `FA92 tables of another version, and missing rights, are refused`() throws {
        let server = try server()
        try directory.openPostgres().close()
        try server.run("UPDATE store SET version = 99", schema: directory.schema)
        #expect(throws: StorageError.schemaTooNew(found: 99, supported: 2)) {
            try directory.openPostgres()
        }
        let role = "role_" + directory.schema
        try server.run("CREATE ROLE \(role) LOGIN PASSWORD 'pass'")
        let text = server.address(schema: directory.schema)
            .replacing("owner:a%20secret", with: "\(role):pass")
        let address = try #require(PostgresAddress(text))
        let error = #expect(throws: StorageError.self) { try PostgresStore(address) }
        let said = "\(try #require(error))"
        #expect(said.contains("grant the role USAGE"), "\(said)")
    }

    @Test func `no address is what does not begin like one`() {
        for text in ["", "sqlite", "mysql://x/y", "postgresql:/x"] {
            #expect(PostgresAddress(text) == nil, "\(text)")
        }
        let address = PostgresAddress("postgres://me:p@ss@h1,h2:5433/name?sslpassword=deep&x=y")
        #expect(
            address?.description == "postgres://me:...@h1,h2:5433/name?sslpassword=...&x=y"
        )
    }
}
