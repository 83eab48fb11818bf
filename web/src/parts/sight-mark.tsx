import type { SightCell } from '@api/overview.js'

interface SightLook {
  readonly word: string
  readonly means: string
  readonly tone: 'good' | 'warn' | 'soft'
  readonly path: string
}

/** How an agent sees a skill, or why it does not. */
export const SIGHTS: Readonly<Record<SightCell, SightLook>> = {
  root: {
    word: 'reads it',
    means: 'reads the directory that it is in',
    tone: 'good',
    path: 'M7 4a3 3 0 1 0 .1 0zM7 5.5a1.5 1.5 0 1 0 .1 0zM7 6.9h.1',
  },
  link: { word: 'linked', means: 'has a link to it', tone: 'good', path: 'M3.5 10.5l7-7M5 3.5h5.5V9' },
  copy: { word: 'copied', means: 'has a copy of it', tone: 'good', path: 'M2.5 5h6.5v6.5h-6.5zM5 5V2.5h6.5V9H9' },
  not_linked: {
    word: 'not linked',
    means: 'does not see it: not linked',
    tone: 'soft',
    path: 'M7 3.5a3.5 3.5 0 1 0 .1 0z',
  },
  replaced: {
    word: 'another skill',
    means: 'has another skill of this name',
    tone: 'warn',
    path: 'M3 5h8M3 9h8M9 2.5l-4 9',
  },
  flattened: { word: 'flattened', means: 'ignores skills in subfolders', tone: 'warn', path: 'M2.5 2.5h9v9h-9zM5 7h4' },
  nested: { word: 'nested', means: 'reads only nested folders', tone: 'warn', path: 'M2.5 2.5h9v9h-9zM5 7h4M7 5v4' },
  no_folder: { word: 'no folder', means: 'has no folder for skills here', tone: 'soft', path: 'M4.5 7h5' },
}

/** The mark alone; the words next to it or for a screen reader say the same. */
export function SightMark({ how }: { readonly how: SightCell }) {
  const { path, tone } = SIGHTS[how]
  return (
    <svg
      className={tone}
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
