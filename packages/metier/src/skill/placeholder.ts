/** The description of a new skill until the author writes one. */
export function placeholderDescription(name: string): string {
  return `Describe what ${name} does and when to use it.`
}

/** The description of a new tool until the author writes one. */
export const PLACEHOLDER_TOOL = 'Describe what it does and what it returns'

/** Also true if the skill was renamed since. */
export function isPlaceholderDescription(description: unknown): boolean {
  return typeof description === 'string' && /^Describe what \S+ does and when to use it\.$/.test(description.trim())
}
