/** Texts as YAML writes them on one line. */

/** Words that a plain value may not be, because some readers take them for something else. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i
const PLAIN = /^[A-Za-z](?:[\w ,.()/'+&;!?–—-]*[\w).!?])?$/

/** A value that reads as exactly this text: plain where nothing in it has a meaning of its own, else in double quotes. */
export function toYamlText(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : JSON.stringify(text)
}

/** How the lines of a text end. */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const newline = text.indexOf('\n')
  return newline > 0 && text.charAt(newline - 1) === '\r' ? '\r\n' : '\n'
}
