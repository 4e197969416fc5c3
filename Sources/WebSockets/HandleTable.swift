/// Objects named by integers that are never reused.
///
/// C memory holds the handle, never a pointer: a stale or forged handle finds nothing instead of
/// freed memory. A handle is a slot in its low half and that slot's generation in its high half.
struct HandleTable<Element: AnyObject> {
    private struct Slot {
        var generation: UInt32
        var dueAt: UInt64 = 0
        var element: Element?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []

    /// How many slots exist, used or free; `element(at:)` accepts less than this.
    var slotCount: Int { slots.count }

    /// Makes room for one more element and returns its handle; fill it with `set`.
    mutating func insert(_ make: (UInt) -> Element) -> Element {
        let index: Int
        if let reused = free.popLast() {
            index = reused
        } else {
            index = slots.count
            slots.append(Slot(generation: 0, element: nil))
        }
        // Generation 0 is never handed out, so no handle is zero: lws zeroes fresh memory.
        slots[index].generation &+= 1
        if slots[index].generation == 0 { slots[index].generation = 1 }
        let handle = UInt(slots[index].generation) << 32 | UInt(index)
        let element = make(handle)
        slots[index].element = element
        slots[index].dueAt = 0
        return element
    }

    /// The element of a handle, or nil when it was removed or never existed.
    subscript(handle: UInt) -> Element? {
        let index = Int(handle & 0xFFFF_FFFF)
        guard index < slots.count, slots[index].generation == UInt32(handle >> 32) else {
            return nil
        }
        return slots[index].element
    }

    /// The element in a slot, for walks over all of them.
    func element(at index: Int) -> Element? { slots[index].element }

    /// The element in a slot if it is due; one that is not is left alone.
    func element(at index: Int, dueAt now: UInt64) -> Element? {
        slots[index].dueAt <= now ? slots[index].element : nil
    }

    /// Sets when an element is due; at once unless this was set.
    mutating func setDue(_ handle: UInt, at time: UInt64) {
        guard self[handle] != nil else { return }
        slots[Int(handle & 0xFFFF_FFFF)].dueAt = time
    }

    /// Forgets an element; its handle is dead from now on.
    mutating func remove(_ handle: UInt) {
        let index = Int(handle & 0xFFFF_FFFF)
        guard self[handle] != nil else { return }
        slots[index].element = nil
        free.append(index)
    }
}
