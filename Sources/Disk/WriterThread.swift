internal import Glibc
package import Store

/// The work of a store's thread.
package protocol WriterWork: AnyObject {
    /// Works until nothing more will come.
    ///
    /// - Throws: a failure after which the process has to end.
    func workToEnd() throws(StorageError)
}

/// The thread of a store: started with its work, ended once by `join` or `detach`.
package struct WriterThread: ~Copyable, Sendable {
    private let id: pthread_t

    /// Starts the thread, which then is the only one that can name the writer; `onFatal` ends the
    /// process after a failure.
    ///
    /// - Throws: `cannotOpen` when the system gives no thread.
    package init(
        running writer: sending any WriterWork,
        onFatal: @escaping @Sendable (StorageError) -> Never
    ) throws(StorageError) {
        // Signals are for the program's main loop: the thread inherits a mask of all of them.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var id = pthread_t()
        let context = unsafe Unmanaged.passRetained(Work(writer, onFatal))
        let code = unsafe pthread_create(&id, nil, Self.body, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw .cannotOpen(path: "the writer thread", reason: DirectoryLock.reason(code))
        }
        self.id = id
    }

    /// True when the caller runs on this thread.
    package var isCurrent: Bool {
        pthread_equal(id, pthread_self()) != 0
    }

    /// Waits for the end of the thread, and with it of the connection and the lock.
    package consuming func join() {
        let code = pthread_join(id, nil)
        precondition(code == 0, "A thread is joined once, and not by itself.")
    }

    /// Lets the thread end on its own.
    package consuming func detach() {
        pthread_detach(id)
    }

    /// Typed as a C function: a closure written in the wrong place would be isolated to the main
    /// actor, and trap here at run time.
    private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { context in
            guard let context = unsafe context else { return nil }
            let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
            do throws(StorageError) { try work.writer.workToEnd() } catch { work.onFatal(error) }
            return nil
        }

    /// The thread's own state.
    private final class Work {
        let writer: any WriterWork
        let onFatal: @Sendable (StorageError) -> Never

        init(_ writer: any WriterWork, _ onFatal: @escaping @Sendable (StorageError) -> Never) {
            self.writer = writer
            self.onFatal = onFatal
        }
    }
}
