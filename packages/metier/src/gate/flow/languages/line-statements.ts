/** The statements and functions of languages without a grammar, as far as lines show them. */

import { linesOf } from '../../text/markdown.js'
import type { Segment } from '../../text/segment.js'

export interface Statement {
  readonly text: string
  /** Offset in the segment. */
  readonly from: number
  readonly indent: number
  readonly segment: Segment
}

const MOST_JOINED = 12
const LONGEST_LINE = 4000

/** Lines, joined while a bracket or a pipe is open: a call is one statement, however it is wrapped. */
export function* statementsOf(segment: Segment): Generator<Statement> {
  for (const { text, from } of joinedLines(segment.text)) {
    let at = from
    const indent = /^\s*/.exec(text)?.[0].length ?? 0
    for (const part of text.split(';')) {
      yield { text: part, from: at, indent, segment }
      at += part.length + 1
    }
  }
}

function* joinedLines(text: string): Generator<{ readonly text: string; readonly from: number }> {
  let open: { text: string; from: number; depth: number; lines: number } | undefined
  for (const line of linesOf(text)) {
    const head = line.text.slice(0, LONGEST_LINE)
    const depth = (open?.depth ?? 0) + bracketsIn(head)
    open = {
      text: open === undefined ? head : `${open.text}\n${head}`,
      from: open?.from ?? line.from,
      depth,
      lines: (open?.lines ?? 0) + 1,
    }
    const isOpen = depth > 0 || /[|`]\s{0,8}$|\bdo\s{0,8}\|[^|\n]{0,40}\|$/.test(head)
    if (isOpen && open.lines < MOST_JOINED) continue
    yield open
    open = undefined
  }
  if (open !== undefined) yield open
}

/** How many more brackets a line opens than it closes. */
function bracketsIn(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x28 || code === 0x5b) depth++
    else if (code === 0x29 || code === 0x5d) depth--
  }
  return depth
}

const DEFINED =
  /^\s{0,40}(?:(?:public|private|protected|static|async|local|pub)\s{1,4}){0,3}(?:def|function|func|sub|fn)\s{1,4}(?:\([^)\n]{0,80}\)\s{0,3})?(?:(?:self|global|script)[.:])?([A-Za-z_][\w-]{0,60}[\w?!]?)\s{0,4}(?:\(([^)]{0,300})\))?/

interface Definition {
  readonly name: string
  readonly parameters: readonly string[]
  readonly indent: number
}

/** A function that begins here: `def push(body)`, `function Send-It($Body)`. */
export function definitionIn({
  text,
  indent = 0,
}: Pick<Statement, 'text'> & { readonly indent?: number }): Definition | undefined {
  const match = DEFINED.exec(text)
  if (match?.[1] === undefined) return undefined
  const parameters = (match[2] ?? '').match(/[A-Za-z_]\w{0,40}(?=\s{0,3}(?:[,:=\]]|$)|\s[*[\]A-Za-z])/g) ?? []
  return { name: match[1], parameters, indent }
}

/** Texts that are put together from literals, as one: `"https://" + %w[a b].join(".")`. */
export function foldTexts(text: string): string {
  if (!/%w|["']\s{0,3}[+.]\s{0,3}["'%(@]|-join|\b(?:[Jj]oin|implode)\b/.test(text)) return text
  return text
    .replace(
      /\{\s{0,3}((?:["'][^"'\n]{0,80}["'],?\s{0,3}){2,12})\},\s{0,3}["']([^"'\n]{0,3})["']/g,
      (_, list: string, between: string) => `"${(list.match(/[^"',\s]{1,80}/g) ?? []).join(between)}"`,
    )
    .replace(
      /\b(?:join|implode)[( ]\s{0,3}["']([^"'\n]{0,3})["'],\s{0,3}[[(]?\s{0,3}((?:["'][^"'\n]{0,80}["'],?\s{0,3}){2,12})[\])]{0,2}/g,
      (_, between: string, list: string) => `"${(list.match(/[^"',\s]{1,80}/g) ?? []).join(between)}"`,
    )
    .replace(
      /%w[[({]([^\])}\n]{1,200})[\])}]\.join\(?\s?["']([^"'\n]{0,3})["']\)?/g,
      (_, words: string, between: string) =>
        `"${words
          .trim()
          .split(/\s{1,9}/)
          .join(between)}"`,
    )
    .replace(
      /[[(@]{1,3}\s{0,3}((?:["'][^"'\n]{0,80}["'],?\s{0,3}){2,12})[\])]{1,2}\s{0,3}(?:\.join\(|-join\s{0,3})["']([^"'\n]{0,3})["']\)?/g,
      (_, list: string, between: string) => `"${(list.match(/[^"',\s]{1,80}/g) ?? []).join(between)}"`,
    )
    .replace(/["']\s{0,3}[+.]\s{0,3}["']/g, '')
}
