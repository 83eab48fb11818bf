/** Keeps a value that was computed from a snapshot as long as that snapshot is the current one. */

/** A manager whose registry is the same object until something changes. */
interface Changing {
  readonly registry?: object
}

/** Creates a function that computes its value again only after the registry changed. */
export function createSnapshotMemory<M extends Changing, T>(make: (manager: M) => T): (manager: M) => T {
  const made = new WeakMap<object, T>()
  return (manager) => {
    const { registry } = manager
    // A host's own manager may not have a registry.
    if (registry === undefined) return make(manager)
    const known = made.get(registry)
    if (known !== undefined) return known
    const fresh = make(manager)
    made.set(registry, fresh)
    return fresh
  }
}
