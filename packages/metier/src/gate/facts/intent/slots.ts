/** What a word may be in a sentence that asks for something. */

/** What is to be done. */
const ACTS = [
  'send',
  'read',
  'fetch',
  'install',
  'run',
  'write',
  'amend',
  'obey',
  'follow',
  'disable',
  'tell',
  'hush',
  /** To be named in an account of what was done. */
  'appear',
  'erase',
  'outrank',
] as const

/** What it is done to. */
export const OBJECTS = [
  'secret',
  'talk',
  'personal',
  'work',
  'memory',
  'skills',
  'settings',
  'rules',
  'program',
  'step',
  'control',
  /** A protection of the machine, not of the conversation. */
  'guard',
  'it',
] as const

/** Where to, if no address says so. */
const PLACES = ['collector', 'public'] as const

/** How, for whom, and whether at all. */
const MODES = [
  'agent',
  'user',
  'not',
  'notAfter',
  'quietly',
  'standing',
  'asked',
  'own',
  'attack',
  'first',
  'style',
  'report',
] as const

export type Act = (typeof ACTS)[number]
export type ObjectKind = (typeof OBJECTS)[number]
export type PlaceWord = (typeof PLACES)[number]
type Mode = (typeof MODES)[number]
export type Slot = Act | ObjectKind | PlaceWord | Mode

/** Entries of one language: comma-separated words and phrases; `*` is the rest of a word. */
export type WordTable = Readonly<Partial<Record<Slot, string>>>

export const ACT_SLOTS: ReadonlySet<Slot> = new Set(ACTS)
