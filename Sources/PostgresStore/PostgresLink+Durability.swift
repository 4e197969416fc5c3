internal import Store

// The settings of PostgreSQL that an acknowledgement rests on.
extension PostgresLink {
    /// Sets what the server needs of its session, over what a role, a database or a reload sets.
    ///
    /// The next `settle` has to succeed: PostgreSQL takes settings back with a transaction that
    /// fails.
    func setUpSession() {
        for setting in Self.session { connection?.send("SET \(setting)") }
        if !terms.acceptsLoss {
            connection?.send(
                """
                SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                    WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)
                """
            )
        }
        // Another schema may have the tables of another store.
        connection?.send(
            """
            SELECT set_config(
                'search_path', coalesce(nullif($1, ''), quote_ident(current_schema())), false
            )
            """,
            texts: [terms.schema]
        )
    }

    private static let session = [
        "plan_cache_mode = force_generic_plan",
        "idle_in_transaction_session_timeout = '60s'",
        // PostgreSQL ends a statement whose client has gone, even one that waits for a lock.
        "client_connection_check_interval = '2s'",
        // A commit waits for its standby, and for other servers, as long as they take.
        "statement_timeout = 0",
        "lock_timeout = 0",
        // PostgreSQL reports by a warning that a commit did not wait for its standby.
        "client_min_messages = warning",
        // Under a lock, a statement has to see what the last holder of the lock committed.
        "default_transaction_isolation = 'read committed'",
    ]

    /// The columns that `lowered` reads.
    static let settings = [
        "fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names",
    ].map { "current_setting('\($0)')" }.joined(separator: ", ")

    /// A setting with which PostgreSQL could lose what it acknowledges; nil when there is none.
    func lowered(_ rows: PostgresRows, from column: Int) -> StorageError? {
        for (offset, setting) in ["fsync", "full_page_writes"].enumerated() {
            let found = rows.text(0, column + offset)
            if found != "on" {
                return .postgresNotDurable(setting: setting, found: found, needed: "on")
            }
        }
        guard !terms.acceptsLoss else { return nil }
        let commit = rows.text(0, column + 2)
        if !["on", "remote_apply"].contains(commit) {
            let setting = "synchronous_commit"
            return .postgresNotDurable(setting: setting, found: commit, needed: "on")
        }
        guard rows.text(0, column + 3).isEmpty, !terms.standbys.isEmpty else { return nil }
        return .postgresNotDurable(
            setting: "synchronous_standby_names",
            found: "''",
            needed: "'\(terms.standbys)'"
        )
    }

    /// Fails behind a commit if such a setting is lowered, so that nothing is acknowledged.
    ///
    /// PostgreSQL reads its settings between two statements. When the standbys are configured away,
    /// it ends a commit's wait for them without a warning, and this statement divides by zero.
    func guardSettings() { connection?.send(-1, settingsGuard, [], [], nil) }

    func makeSettingsGuard() -> String {
        var conditions = ["fsync", "full_page_writes"].map { "current_setting('\($0)') = 'on'" }
        if !terms.acceptsLoss {
            conditions.append("current_setting('synchronous_commit') IN ('on', 'remote_apply')")
            if !terms.standbys.isEmpty {
                conditions.append("current_setting('synchronous_standby_names') <> ''")
            }
        }
        let condition = conditions.joined(separator: " AND ")
        return "SELECT 1 / (CASE WHEN \(condition) THEN 1 ELSE 0 END)"
    }

    /// Checks that no such setting is lowered.
    ///
    /// - Throws: `postgresNotDurable` or `postgres`.
    func checkDurability() throws(StorageError) {
        let rows = try ask("read its settings", "SELECT \(Self.settings)")
        if let lowered = lowered(rows, from: 0) { throw lowered }
    }
}
