/** The model that reviews skills after the rules. Only the user's configuration can name it. */

import { MODEL_KINDS, type ModelSettings } from '../../system/model/model-settings.js'

/** The `reviewer` of the configuration. */
export interface ReviewerSettings extends ModelSettings {
  /** Whether every install and update is reviewed; otherwise only `audit --reviewer` is. */
  readonly gate?: boolean
  /** The most questions about one skill. */
  readonly calls?: number
  /** The most text of the skill in one question. */
  readonly kilobytes?: number
}

/** The longest wait that can be configured, and the most questions and text. */
const MOST = { seconds: 600, calls: 50, kilobytes: 1024 } as const

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const TEXT = { what: 'a text', isRight: isText }

function countUpTo(most: number) {
  const isRight = (value: unknown) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= most
  return { what: `a whole number from 1 to ${most}`, isRight }
}

/** The keys of `reviewer`, each with the type of its value. */
export const REVIEWER_KEYS = {
  kind: {
    what: '"openai", "anthropic", "command" or "sampling"',
    isRight: (value: unknown) => MODEL_KINDS.some((kind) => kind === value),
  },
  baseUrl: TEXT,
  model: TEXT,
  keyVariable: {
    what: 'the name of an environment variable',
    isRight: (value: unknown) => isText(value) && /^[A-Za-z_][A-Za-z0-9_]*$/.test(value),
  },
  command: {
    what: 'a text or a list of strings',
    isRight: (value: unknown) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
  },
  gate: { what: 'true or false', isRight: (value: unknown) => typeof value === 'boolean' },
  seconds: countUpTo(MOST.seconds),
  calls: countUpTo(MOST.calls),
  kilobytes: countUpTo(MOST.kilobytes),
}
