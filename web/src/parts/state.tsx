/** How states look everywhere: a mark of its own shape, a colour and a word. */
import type { AuditState, SkillState } from '@api/common.js'

interface Look {
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'soft'
  readonly path: string
}

export const STATES: Readonly<Record<SkillState, Look>> = {
  eligible: { word: 'Eligible', tone: 'good', path: 'M2.5 7.3 5.4 10 11 3.8' },
  ineligible: { word: 'Ineligible', tone: 'bad', path: 'M3 3l7.5 7.5M10.5 3 3 10.5' },
  disabled: { word: 'Disabled', tone: 'soft', path: 'M2.5 6.75h8.5' },
  withheld: { word: 'Withheld', tone: 'warn', path: 'M6.75 2v6M6.75 11.2v.2' },
  shadowed: { word: 'Shadowed', tone: 'soft', path: 'M2.5 2.5h6v6h-6zM5 11h6V5' },
  refused: { word: 'Refused', tone: 'bad', path: 'M6.75 1.5a5.25 5.25 0 1 0 .1 0M3 10.4l7.4-7.3' },
}

export const AUDITS: Readonly<Record<AuditState, Look>> = {
  block: { word: 'Blocked', tone: 'bad', path: 'M6.75 1.5a5.25 5.25 0 1 0 .1 0M3 10.4l7.4-7.3' },
  warn: { word: 'Warning', tone: 'warn', path: 'M6.75 1.5 12.5 11.5H1zM6.75 5v3M6.75 9.8v.1' },
  note: { word: 'Note', tone: 'soft', path: 'M6.75 2v.2M6.75 5.5v6' },
  clean: { word: 'Clean', tone: 'soft', path: 'M2.5 7.3 5.4 10 11 3.8' },
  unknown: { word: 'Not scanned', tone: 'soft', path: 'M6.7 6.7h.1' },
}

export function StateMark({ state, isShort = false }: { readonly state: SkillState; readonly isShort?: boolean }) {
  return <LookMark look={STATES[state]} isShort={isShort} />
}

export function AuditMark({ audit, isShort = false }: { readonly audit: AuditState; readonly isShort?: boolean }) {
  return <LookMark look={AUDITS[audit]} isShort={isShort} />
}

/** A mark for yes and no, as in a checklist. */
export function YesNo({ isYes, word }: { readonly isYes: boolean; readonly word: string }) {
  const look = isYes ? STATES.eligible : STATES.ineligible
  return <LookMark look={{ ...look, word }} isShort={false} />
}

function LookMark({ look, isShort }: { readonly look: Look; readonly isShort: boolean }) {
  return (
    <span className={`mark ${look.tone}`} title={isShort ? look.word : undefined}>
      <svg
        width="13"
        height="13"
        viewBox="0 0 13.5 13.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={look.path} />
      </svg>
      <span className={isShort ? 'visually-hidden' : ''}>{look.word}</span>
    </span>
  )
}
