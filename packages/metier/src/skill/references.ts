/** Finds the files a body links to, and whether they stay inside the skill. */

export interface Reference {
  /** The path as written, without fragment and query. */
  readonly path: string
  readonly offset: number
  readonly leavesSkill: boolean
}

// Start at the end of the label: searching for its start first would rescan every bracket hundreds of times.
const LINK =
  /\]\(\s{0,8}<?([^()\s<>]{1,500}(?:\([^()\s]{0,200}\)[^()\s<>]{0,200})?)>?(?:\s{1,8}["'(][^\n]{0,300}?["')])?\s{0,8}\)/g
const LONGEST_LABEL = 500
const DEFINITION = /^ {0,3}\[[^\]\n]{1,500}\]:[ \t]{1,8}<?([^\s<>]{1,500})>?/gm
const MOST_REFERENCES = 1000

/** Relative links, images and link definitions in Markdown; code blocks and code spans are skipped. */
export function findReferences(body: string): readonly Reference[] {
  const prose = blankOutCode(body)
  const found: Reference[] = []
  for (const pattern of [LINK, DEFINITION]) {
    for (const match of prose.matchAll(pattern)) {
      if (found.length >= MOST_REFERENCES) return found
      const target = match[1] ?? ''
      const path = toRelativePath(target)
      if (path !== undefined && (pattern === DEFINITION || hasLabel(prose, match.index))) {
        found.push({ path, offset: match.index + match[0].lastIndexOf(target), leavesSkill: leavesSkill(path) })
      }
    }
  }
  return found.sort((a, b) => a.offset - b.offset)
}

/** Whether the bracket closed here was opened on the previous line. */
function hasLabel(prose: string, end: number): boolean {
  const before = prose.slice(Math.max(0, end - LONGEST_LABEL - 1), end)
  return before.includes('[', before.lastIndexOf('\n') + 1)
}

/** Whether a relative path climbs out of its starting directory. */
export function leavesSkill(path: string): boolean {
  let depth = 0
  for (const part of path.split(/[\\/]+/)) {
    if (part === '..') depth--
    else if (part !== '.' && part !== '') depth++
    if (depth < 0) return true
  }
  return false
}

function toRelativePath(target: string): string | undefined {
  const path = target.replace(/[?#].*$/, '')
  if (path === '' || path.startsWith('/') || path.startsWith('\\') || path.startsWith('~')) return undefined
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || /[{}$*]/.test(path)) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Keeps the length, so that offsets stay valid. */
function blankOutCode(body: string): string {
  let fence = ''
  const blankOut = (line: string): string => {
    const marker = /^\s{0,3}(```+|~~~+)/.exec(line)?.[1] ?? ''
    const isOutside = fence === ''
    if (isOutside) fence = marker
    else if (marker.startsWith(fence)) fence = ''
    if (isOutside && marker === '') return line.includes('`') ? blankOutSpans(line) : line
    return ' '.repeat(line.length)
  }
  return body.split('\n').map(blankOut).join('\n')
}

/** A run of backticks opens a span that the next run of the same length closes. */
function blankOutSpans(line: string): string {
  let blanked = ''
  let kept = 0
  let open: { readonly start: number; readonly length: number } | undefined
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    if (open === undefined) open = { start: index, length: run.length }
    else if (open.length === run.length) {
      const end = index + run.length
      blanked += line.slice(kept, open.start) + ' '.repeat(end - open.start)
      kept = end
      open = undefined
    }
  }
  return blanked + line.slice(kept)
}
