export type Scope = 'project' | 'personal' | 'bundled'

/** A directory scanned for skills. Its place in the list of roots is its place in precedence. */
export interface Root {
  readonly path: string
  readonly scope: Scope
  /** Named by a person or a host: worth a word when it is missing. */
  readonly isExplicit: boolean
}
