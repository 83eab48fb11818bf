import { toPlainText } from './plain-text.js'

/** A text as one word of a shell, so that a suggestion can be pasted whatever a file is called. */
export function quoteForShell(text: string): string {
  if (/^[\w./:@%+,-]+$/.test(text)) return text
  if (toPlainText(text) === text) return `'${text.replaceAll("'", "'\\''")}'`
  // What a terminal is not shown would be missing in what is copied from it, and so name another file.
  return `$'${[...text].map(escapeCharacter).join('')}'`
}

function escapeCharacter(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`
  if (toPlainText(character) === character) return character
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
}
