import { toPlainText } from './plain-text.js'

/** Quotes a text as one shell word, so that a suggestion can be pasted for any file name. */
export function quoteForShell(text: string): string {
  if (/^[\w./:@%+,-]+$/.test(text)) return text
  if (toPlainText(text) === text) return `'${text.replaceAll("'", "'\\''")}'`
  // Characters a terminal does not show would be lost when copying, and the command would name another file.
  return `$'${[...text].map(escapeCharacter).join('')}'`
}

function escapeCharacter(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`
  if (toPlainText(character) === character) return character
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
}
