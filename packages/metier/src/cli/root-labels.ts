/** Rows of several roots say which one each is of; where there is only one, nobody asks. */

interface Rooted {
  readonly root: string
  readonly scope: string
}

/** The scope of a row's root, or its path where another root has the same scope; empty where all are of one root. */
export function labelRoots(rows: readonly Rooted[]): (row: Rooted) => string {
  const scopes = new Map(rows.map(({ root, scope }) => [root, scope]))
  if (scopes.size < 2) return () => ''
  const known = [...scopes.values()]
  return ({ root, scope }) => (known.filter((other) => other === scope).length === 1 ? scope : root)
}
