/** Shows paths below the home directory with `~`: a screenshot of a page should not tell who made it. */

/** Texts of skills and results of tools are shown as they are. */
const CONTENTS: ReadonlySet<string> = new Set(['text', 'diff', 'instructions', 'schema', 'excerpt'])

export type HideHome = <T>(value: T) => T

/** Returns a function that hides the directories in every text of a value, apart from contents. */
export function createHideHome(homes: readonly (string | undefined)[]): HideHome {
  const hidden = [...new Set(homes)].filter((home): home is string => home !== undefined && home.length > 1)
  const patterns = hidden
    .toSorted((a, b) => b.length - a.length)
    .map((home) => ({ home, pattern: new RegExp(`(')?${escapePattern(home)}(/|(?![\\w.-]))`, 'g') }))
  const hideText = (text: string) => {
    let shown = text
    for (const { home, pattern } of patterns) if (shown.includes(home)) shown = shown.replace(pattern, replaceHome)
    return shown
  }
  const hide = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return CONTENTS.has(key) ? value : hideText(value)
    if (typeof value !== 'object' || value === null || CONTENTS.has(key)) return value
    if (Array.isArray(value)) return value.map((one) => hide(one, key))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hide(one, name)]))
  }
  return <T>(value: T) => (patterns.length === 0 ? value : (hide(value, '') as T))
}

/** A shell expands `~` only outside of quotes. */
function replaceHome(_: string, quote: string | undefined, slash: string): string {
  return `~${slash}${quote ?? ''}`
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
