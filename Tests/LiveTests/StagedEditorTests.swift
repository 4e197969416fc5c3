import Testing

/// All tests that share one stage of two editors, one after another.
@Suite(.serialized, .onStage)
enum StagedEditorTests {}
