/** Writes text as one-line YAML. */

/** Words that must be quoted, because some readers take them for another type. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i
const PLAIN = /^[A-Za-z](?:[\w ,.()/'+&;!?–—-]*[\w).!?])?$/

/** A YAML value that parses as exactly this text: plain if nothing in it is special, otherwise double-quoted. */
export function toYamlText(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text)
}

/** The line ending a text uses. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const newline = text.indexOf('\n')
  return newline > 0 && text.charAt(newline - 1) === '\r' ? '\r\n' : '\n'
}
