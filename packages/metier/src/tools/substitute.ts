/** Puts arguments and the skill's directory into instructions: as text, in one pass, and never as a command. */

/** The values of placeholders. */
export interface Substitution {
  /** What the caller wrote after the skill's name; undefined if there is nothing. */
  readonly arguments: string | undefined
  /** The skill's directory; undefined if it has none, and its placeholders stay. */
  readonly directory: string | undefined
  /** Escapes a value for the text around it. */
  readonly escape: (value: string) => string
}

const PLACEHOLDER = /(\{baseDir\}|\$\{CLAUDE_SKILL_DIR\})|\$ARGUMENTS(?![A-Za-z0-9_])|\$([1-9][0-9]?)(?![0-9])/g

/**
 * Fills in every placeholder. Values are not searched again, so `$1` in an argument stays. A `$n` beyond the arguments
 * stays too: instructions quote shell scripts and prices.
 */
export function substituteArguments(
  body: string,
  { arguments: given, directory, escape: write }: Substitution,
): string {
  const words = splitWords(given ?? '')
  let isTaken = false
  const text = body.replace(PLACEHOLDER, (placeholder: string, folder?: string, position?: string) => {
    if (folder !== undefined) return directory === undefined ? placeholder : write(directory)
    const value = position === undefined ? (given ?? '') : words[Number(position) - 1]
    if (value === undefined) return placeholder
    isTaken = true
    return write(value)
  })
  // Arguments without a placeholder must not get lost.
  return isTaken || given === undefined || given === '' ? text : `${text.trimEnd()}\n\nARGUMENTS: ${write(given)}`
}

const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g

/** Splits at blanks outside quotes. */
function splitWords(text: string): readonly string[] {
  return Array.from(text.matchAll(WORD), ([, double, single, plain]) => double ?? single ?? plain ?? '')
}
