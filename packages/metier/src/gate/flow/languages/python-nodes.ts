/** The parts of a Python syntax tree, without separators. */

import type { SyntaxNode } from '@lezer/common'

const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',', ':', '.', '=', ';', '*', '**', '->', '@'])

/** A node's children, without punctuation and comments. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!PUNCTUATION.has(child.name) && child.name !== 'Comment') children.push(child)
  }
  return children
}

/** Separate arguments; `name=value` keeps its name. */
export function argumentsOf(
  parts: readonly SyntaxNode[],
): readonly { readonly name: SyntaxNode | undefined; readonly value: readonly SyntaxNode[] }[] {
  const found: { name: SyntaxNode | undefined; value: SyntaxNode[] }[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, next, after] = [parts[at], parts[at + 1], parts[at + 2]]
    if (part === undefined) continue
    if (next?.name === 'AssignOp' && after !== undefined) {
      found.push({ name: part, value: [after] })
      at += 2
    } else found.push({ name: part.prevSibling?.name === '**' ? part.prevSibling : undefined, value: [part] })
  }
  return found
}

/** The value of a string literal, without prefix, quotes and escapes. */
export function readString(written: string): string {
  const parts = /^([A-Za-z]{0,3})("""|'''|"|')/.exec(written)
  if (parts === null) return written
  const [opening = '', prefix = '', quote = ''] = parts
  const text = written.slice(opening.length, written.endsWith(quote) ? -quote.length : undefined)
  if (/r/i.test(prefix) || !text.includes('\\')) return text
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{1,3})|(\n|.))/g, (_, hex, wide, octal, one) => {
    if (hex !== undefined || wide !== undefined) return String.fromCharCode(Number.parseInt(hex ?? wide, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    return { n: '\n', t: '\t', r: '\r', '\n': '' }[one as string] ?? one
  })
}
