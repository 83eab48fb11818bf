/** Labels rows with their root if there are several roots. */

export interface RootedRow {
  readonly root: string
  readonly scope: string
}

export interface NamedRow extends RootedRow {
  readonly name: string
}

/** The name of a row, with its root if there are several. */
export function nameWithRoot(rows: readonly RootedRow[]): (row: NamedRow) => string {
  const labelOf = labelRoots(rows)
  return (row) => {
    const label = labelOf(row)
    return label === '' ? row.name : `${row.name} (${label})`
  }
}

/** The scope of a row's root, or its path if another root has the same scope; empty if there is only one root. */
export function labelRoots(rows: readonly RootedRow[]): (row: RootedRow) => string {
  const scopes = new Map(rows.map(({ root, scope }) => [root, scope]))
  if (scopes.size < 2) return () => ''
  const known = [...scopes.values()]
  return ({ root, scope }) => (known.filter((other) => other === scope).length === 1 ? scope : root)
}
