/** The files of a skill as a model sees them: text with numbered lines and visible characters, most important first, in parts. */

import type { BundleFile } from '../bundle.js'
import type { Finding } from '../finding.js'
import { decodeText, shareOfText } from '../text/decode-text.js'
import { showInvisible, withoutSecrets } from '../text/excerpt.js'

/** The limits of one review. */
export interface ReviewBudget {
  /** Questions to the model. */
  readonly calls: number
  /** Characters of the skill in one question. */
  readonly characters: number
}

/** The budget, unless the configuration says otherwise. */
export const REVIEW_BUDGET: ReviewBudget = { calls: 6, characters: 48 * 1024 }

/** Text of the skill for one question. */
export interface ShownPart {
  readonly text: string
  readonly files: readonly string[]
}

export interface ShownFiles {
  readonly parts: readonly ShownPart[]
  /** The lines of each file that is shown, as they are shown. */
  readonly lines: ReadonlyMap<string, readonly string[]>
  /** Files that no model sees, or not completely: they are not text, or the budget was used up. */
  readonly unseen: readonly string[]
}

export function showFiles(
  files: readonly BundleFile[],
  findings: readonly Finding[],
  budget: ReviewBudget,
): ShownFiles {
  const suspects = new Set(findings.filter(({ severity }) => severity !== 'note').map(({ file }) => file))
  const ordered = files.toSorted((a, b) => rankOf(a, suspects) - rankOf(b, suspects) || (a.path < b.path ? -1 : 1))
  const lines = new Map<string, readonly string[]>()
  const unseen: string[] = []
  const writer = new PartWriter(budget)
  const most = budget.calls * budget.characters
  for (const file of ordered) {
    const shown = writer.isFull ? undefined : linesOf(file, most)
    if (shown === undefined) unseen.push(file.path)
    else {
      lines.set(file.path, shown)
      if (!writer.write(file.path, shown) || file.bytes.length > most) unseen.push(file.path)
    }
  }
  return { parts: writer.finish(), lines, unseen: unseen.sort() }
}

/** Files that an agent or an interpreter acts on by themselves. */
const MANIFEST =
  /(?:^|\/)(?:tools\.(?:ya?ml|json)|\.?mcp\.json|hooks?\.json|settings(?:\.local)?\.json|package\.json)$/i
const SCRIPT = /\.(?:sh|bash|zsh|fish|py|js|mjs|cjs|ts|mts|cts|rb|pl|php|ps1|psm1|bat|cmd|lua|r|go|rs|applescript)$/i
const PROSE = /\.(?:md|mdx|txt|rst|adoc|html?)$/i

function rankOf({ path, isExecutable, bytes }: BundleFile, suspects: ReadonlySet<string>): number {
  if (/^skills?\.md$/i.test(path)) return 0
  if (suspects.has(path)) return 1
  if (/(?:^|\/)node_modules\//.test(path)) return 6
  if (MANIFEST.test(path)) return 2
  const isScript = SCRIPT.test(path) || isExecutable || (bytes[0] === 0x23 && bytes[1] === 0x21)
  return isScript ? 3 : PROSE.test(path) ? 4 : 5
}

/** Less text than this is not text. */
const TEXT_SHARE = 0.9

/** The start of a file as far as the budget could show it; undefined if it is not text. */
function linesOf({ bytes }: BundleFile, most: number): readonly string[] | undefined {
  // A character has up to four bytes.
  const start = bytes.subarray(0, most * 4)
  if (shareOfText(start) < TEXT_SHARE) return undefined
  const { text } = decodeText(start)
  return text
    .slice(0, most)
    .split(/\r\n|\n|\r/)
    .map((line) => showInvisible(withoutSecrets(line)))
}

class PartWriter {
  readonly #budget: ReviewBudget
  readonly #parts: ShownPart[] = []
  #text = ''
  #files: string[] = []
  #isOpen = true

  constructor(budget: ReviewBudget) {
    this.#budget = budget
  }

  get isFull(): boolean {
    return !this.#isOpen
  }

  /** Whether all lines had room. */
  write(path: string, lines: readonly string[]): boolean {
    const head = `FILE ${JSON.stringify(path)}`
    if (!this.#add(path, head, head)) return false
    for (const [at, line] of lines.entries()) {
      const label = `${at + 1}| `
      const room = Math.max(1, this.#budget.characters - head.length - label.length - 2)
      // A line that is longer than a whole part continues in the next one, with the same number.
      for (let from = 0; from === 0 || from < line.length; from += room) {
        if (!this.#add(path, label + line.slice(from, from + room), head)) return false
      }
    }
    return true
  }

  finish(): readonly ShownPart[] {
    this.#close()
    return this.#parts
  }

  #add(path: string, line: string, head: string): boolean {
    if (this.#text.length + line.length + 1 > this.#budget.characters && this.#text !== '') {
      this.#close()
      if (this.#parts.length >= this.#budget.calls) {
        this.#isOpen = false
        return false
      }
      // Each part says which file it continues.
      if (line !== head) this.#text = `${head}\n`
    }
    if (this.#files.at(-1) !== path) this.#files.push(path)
    this.#text += `${line}\n`
    return true
  }

  #close(): void {
    if (this.#text !== '') this.#parts.push({ text: this.#text, files: this.#files })
    this.#text = ''
    this.#files = []
  }
}
