/** `admin` is for everybody on this machine: skills are read there, never installed or changed. */
export type Scope = 'project' | 'personal' | 'admin' | 'bundled'

/** A directory that is scanned for skills. The order of the roots is their precedence. */
export interface Root {
  readonly path: string
  readonly scope: Scope
  /** Named by the user or host, so it is reported if it is missing. */
  readonly isExplicit: boolean
  /** The user points at the main file, so the directory is a skill even if skill directories are next to it. */
  readonly isSkill?: boolean
  /** The real directory that its links must not leave: the repository, or the working directory. Undefined: links may lead anywhere. */
  readonly within?: string | undefined
  /** Files of which one must exist for it to be a root; set if it may not be one yet. */
  readonly needs?: readonly string[]
}

/** Whether skills are only read there. */
export function isReadOnly({ scope }: Pick<Root, 'scope'>): boolean {
  return scope === 'admin'
}
