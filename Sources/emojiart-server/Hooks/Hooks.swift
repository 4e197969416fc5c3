internal import Sync

/// The host's programs: rules that judge edits, and webhooks that report on documents.
struct Hooks {
    /// The host's own rules about edits.
    var rules: [any EditRule] = []
    /// The host's service that judges edits over HTTP.
    var ruleHook: RuleHook?
    /// The addresses that are told when documents change.
    var webhooks: Webhooks?
}
