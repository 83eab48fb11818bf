/** The shape of a policy rule. Configurations are checked when they are read, policies when they are used. */

export const CATEGORIES = ['read', 'write', 'execute', 'network'] as const
export const DECISIONS = ['deny', 'ask', 'allow'] as const

const KEYS = ['tool', 'category', 'skill', 'source']

/** A pattern for a tool name, or an object with at least one condition. */
export function isPolicyRule(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  return entries.length > 0 && entries.every(([key, part]) => KEYS.includes(key) && isRightPart(key, part))
}

function isRightPart(key: string, part: unknown): boolean {
  if (key !== 'category') return typeof part === 'string' && part !== ''
  return [part].flat().every((category) => CATEGORIES.some((known) => known === category))
}
