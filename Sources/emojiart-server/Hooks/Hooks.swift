internal import Sync

/// What the host has to say about edits, and who is told what happens to documents.
struct Hooks {
    /// The host's own rules about edits.
    var rules: [any EditRule] = []
    /// Who is asked about edits besides.
    var ruleHook: RuleHook?
    /// Whoever is told what happens to documents.
    var webhooks: Webhooks?
}
