/** Makes skill text safe to print: it cannot move the cursor or reorder the text around it. */

const BEYOND_ASCII = /[^ -~]/

// Everything but control characters, unusual spaces, invisible marks and lone surrogates.
const UNUSUAL =
  /[^ -~\u00a1-\u00ac\u00ae-\u167f\u1681-\u1fff\u200c-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff\ue000-\ufefe\uff00-\ufff8\ufffc-\uffff]/

/** The same for text without lone surrogates: a pair is a character, unless its first half is that of the invisible tags. */
const UNUSUAL_IN_PAIRS =
  /[^ -~\u00a1-\u00ac\u00ae-\u167f\u1681-\u1fff\u200c-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\udb3f\udb41-\ufefe\uff00-\ufff8\ufffc-\uffff]/

/** Node 20 has it; the types of ES2023 do not. */
type ModernString = string & { isWellFormed(): boolean }

/** One line without escape sequences, control characters or invisible characters. */
export function toPlainText(text: string): string {
  // Most text is ASCII, and the first pattern is faster.
  if (!BEYOND_ASCII.test(text) || !UNUSUAL.test(text)) return text
  // An emoji is the usual reason to come here, and cleaning compiles four more patterns.
  return (text as ModernString).isWellFormed() && !UNUSUAL_IN_PAIRS.test(text) ? text : clean(text)
}

/** `ESC [`, parameters and a final character: colors and cursor movement. */
const CONTROL_SEQUENCE = '(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?'
/** An operating system command up to its terminator: titles, links, clipboard. */
const CONTROL_STRING =
  '(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\n\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?'
const SHORT_SEQUENCE = '\\u001b[ -/]*[0-~]?'

/** Compiled for the first text that needs it, which few processes see. */
let escapeSequence: RegExp | undefined

function clean(text: string): string {
  escapeSequence ??= new RegExp([CONTROL_SEQUENCE, CONTROL_STRING, SHORT_SEQUENCE].join('|'), 'g')
  return (
    text
      .replace(escapeSequence, '')
      .replace(/[^\S\ufeff]+|\u0085/g, (blank) => (/[\n\r]/.test(blank) ? ' ' : ' '.repeat(blank.length)))
      // Control characters, direction marks and invisible characters.
      .replace(/[\p{Cc}\u00ad\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0001}-\u{e007f}]/gu, '')
      // Lone surrogates.
      .replace(/[\ud800-\udfff]/gu, '\ufffd')
  )
}

const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** JSON for exactly this value, with anything a terminal would act on written as escapes. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return text.replace(UNSAFE_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
