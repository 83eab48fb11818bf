/** The instructions among the files of a skill. */

export function findMainFile<File extends { readonly path: string }>(files: readonly File[]): File | undefined {
  return files.find(({ path }) => path === 'SKILL.md') ?? files.find(({ path }) => path.toLowerCase() === 'skill.md')
}

/** The text below the frontmatter; all of it if there is none, or no end of it. */
export function skipFrontmatter(text: string): string {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  if (lines[0]?.trimEnd() !== '---') return text
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  return end < 0 ? text : lines.slice(end + 1).join('\n')
}

/** One fact of the frontmatter: `metadata.openclaw.emoji`. */
export interface FrontmatterFact {
  readonly name: string
  readonly text: string
}

const MOST_FACTS = 40
const DEEPEST = 6
const LONGEST = 300
/** Shown elsewhere on the page. */
const KNOWN: ReadonlySet<string> = new Set(['name', 'description', 'license'])

/** The frontmatter as a flat list, within limits. */
export function listFacts(frontmatter: Readonly<Record<string, unknown>>): readonly FrontmatterFact[] {
  const own = Object.entries(frontmatter).filter(([key]) => !KNOWN.has(key))
  return own.flatMap(([key, value]) => flatten(key, value, 0)).slice(0, MOST_FACTS)
}

function flatten(name: string, value: unknown, depth: number): readonly FrontmatterFact[] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object' || depth >= DEEPEST) return [{ name, text: cut(toText(value)) }]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return [{ name, text: cut(value.map(String).join(', ')) }]
  const entries = Object.entries(value).slice(0, MOST_FACTS)
  return entries.flatMap(([key, each]) => flatten(`${name}.${key}`, each, depth + 1))
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
