internal import Sync

extension Record {
    /// What became of the edit that the record is of.
    var outcome: Metrics.Outcome {
        switch self {
        case .edit: .accepted
        case .refusal(_, _, let code): .refused(code)
        case .client: .none
        }
    }
}
