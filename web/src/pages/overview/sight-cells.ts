import type { SightCell } from '@api/overview.js'

interface CellLook {
  readonly mark: string
  readonly word: string
  readonly means: string
  readonly tone: string
}

/** How an agent sees a skill, or why it does not. */
export const CELLS: Readonly<Record<SightCell, CellLook>> = {
  root: { mark: '●', word: 'reads it', means: 'reads the directory that it is in', tone: 'good' },
  link: { mark: '↗', word: 'linked', means: 'has a link to it', tone: 'good' },
  copy: { mark: '⧉', word: 'copied', means: 'has a copy of it', tone: 'good' },
  not_linked: { mark: '○', word: 'not linked', means: 'does not see it: not linked', tone: 'soft' },
  replaced: { mark: '≠', word: 'another skill', means: 'has another skill of this name', tone: 'warn' },
  flattened: { mark: '⊟', word: 'flattened', means: 'ignores skills in subfolders', tone: 'warn' },
  nested: { mark: '⊞', word: 'nested', means: 'reads only nested folders', tone: 'warn' },
  no_folder: { mark: '–', word: 'no folder', means: 'has no folder for skills here', tone: 'soft' },
}
