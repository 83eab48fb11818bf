// Finds the prose of a file: the parts that a person reads, with their offsets.
import { parseSync } from 'oxc-parser'

/** `{ text, offset }` for each piece of prose in a Markdown or TypeScript file. */
export function passagesOf(path, source) {
  return path.endsWith('.md') ? [{ text: maskCode(source), offset: 0 }] : typescriptPassages(path, source)
}

/** Code blocks and inline code are not prose; offsets stay the same. */
function maskCode(source) {
  return source
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[`~]*$/gm, blank)
    .replace(/(`+)[^`\n]+\1/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
}

/** Literals that are not a single word, and JSDoc, which an editor shows to users of the library. */
function typescriptPassages(path, source) {
  const { program, comments } = parseSync(path, source)
  const docs = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ start, end }) => ({ offset: start, text: source.slice(start, end).replace(/\n\s*\*/g, blank) }))
  return WORD_LISTS.test(path) ? docs : [...docs, ...literalsIn(program, source, path.includes('/gate/rules/'))]
}

/** Files of the search whose literals are data: lists of words. */
const WORD_LISTS = /\/search\/(?:stem|stop-words|synonyms)\.ts$/

/** Keys of a scan rule whose values are data: its examples, its id and its pattern. */
const RULE_DATA = new Set(['examples', 'id', 'pattern'])

function literalsIn(program, source, isRule) {
  const found = []
  const visit = (node) => {
    const text = textOf(node, source)
    if (text !== undefined && /\S\s+\S/.test(text)) found.push({ text, offset: node.start })
    for (const child of Object.values(node)) if (isNode(child) && !isData(child, isRule)) visit(child)
  }
  visit(program)
  return found
}

function isNode(value) {
  return typeof value === 'object' && value !== null
}

function isData(node, isRule) {
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return true
  return isRule && node.type === 'Property' && RULE_DATA.has(node.key.name)
}

/** The source of a literal, so that offsets are the file's; what is filled in at run time is blanked. */
function textOf(node, source) {
  if (node.type === 'Literal' && typeof node.value === 'string') return source.slice(node.start, node.end)
  if (node.type !== 'TemplateLiteral') return undefined
  const mask = (text, { start, end }) =>
    text.slice(0, start - node.start) + 'x'.repeat(end - start) + text.slice(end - node.start)
  return node.expressions.reduce(mask, source.slice(node.start, node.end))
}

function blank(text) {
  return text.replace(/[^\n]/g, ' ')
}
