export type Scope = 'project' | 'personal' | 'bundled'

/** A directory scanned for skills. Its place in the list of roots is its place in precedence. */
export interface Root {
  readonly path: string
  readonly scope: Scope
  /** Named by a person or a host: worth a word when it is missing. */
  readonly isExplicit: boolean
  /** The real folder that its links must not leave: the repository, or the working folder. Undefined: they lead anywhere. */
  readonly within?: string | undefined
}
