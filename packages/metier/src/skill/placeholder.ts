/** The description of a new skill until the author writes one. */
export function placeholderDescription(name: string): string {
  return `Describe what ${name} does and when to use it.`
}

/** The description of a new tool until the author writes one. */
export const PLACEHOLDER_TOOL = 'Describe what it does and what it returns'

/** The steps of a new skill until the author writes some. */
export const PLACEHOLDER_STEPS: readonly string[] = [
  'Describe what to look at first.',
  'Describe what to do, and how to verify the result.',
  'Describe what to answer.',
]

/** Where a body still has placeholders: the first place of each. */
export function findPlaceholderSteps(body: string): readonly number[] {
  const found = PLACEHOLDER_STEPS.map((step) => body.indexOf(`. ${step}`))
  return found.filter((at) => at >= 0).map((at) => at + 2)
}

/** What to write instead of each placeholder: an example says more than the placeholder itself. */
export const PLACEHOLDER_ADVICE = {
  skill:
    'Write what it does, then when to use it, such as: Extracts tables from PDF files. Use it if a task mentions a PDF.',
  tool: 'Write what the tool does and what it returns, such as: Counts the words of a file and returns the number.',
} as const

/** Also true if the skill was renamed since, and for the placeholders of other templates. */
export function isPlaceholderDescription(description: unknown): boolean {
  if (typeof description !== 'string') return false
  const text = description.trim()
  return /^Describe what \S+ does and when to use it\.$/.test(text) || OTHERS.test(text)
}

const OTHERS = /^(?:\[?\s?TODO\b|(?:tbd|fixme|placeholder|description(?: here)?|\.\.\.|…|<[\w -]{1,40}>)\.?$)/i
