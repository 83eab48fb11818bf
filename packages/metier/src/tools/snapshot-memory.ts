/** What was made from a snapshot is kept as long as the snapshot is the current one. */

/** A manager whose registry is the same object until something changes. */
interface Changing {
  readonly registry?: object
}

/** The value for what is known now; made again only when that has changed. */
export function createSnapshotMemory<M extends Changing, T>(make: (manager: M) => T): (manager: M) => T {
  const made = new WeakMap<object, T>()
  return (manager) => {
    const { registry } = manager
    // A host's own manager need not say when it changed.
    if (registry === undefined) return make(manager)
    const known = made.get(registry)
    if (known !== undefined) return known
    const fresh = make(manager)
    made.set(registry, fresh)
    return fresh
  }
}
