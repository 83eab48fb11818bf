/** Puts arguments and the skill's directory into instructions: as text, in one pass, and never as a command. */

/** The values of placeholders. */
export interface Substitution {
  /** What the caller wrote after the skill's name; undefined if there is nothing. */
  readonly arguments: string | undefined
  /** The skill's directory; undefined if it has none, and its placeholders stay. */
  readonly directory: string | undefined
  /** Finds the directory of the plugin that the skill belongs to. Called only if the body asks for it. */
  readonly findPlugin: (directory: string) => string
  /** Escapes a value for the text around it. */
  readonly escape: (value: string) => string
}

const PLACEHOLDER =
  /(?<directory>\{baseDir\}|\$\{CLAUDE_SKILL_DIR\})|(?<plugin>\$\{CLAUDE_PLUGIN_ROOT\})|\$ARGUMENTS\[(?<index>[0-9]{1,2})\]|\$ARGUMENTS(?![A-Za-z0-9_])|\$(?:(?<zero>0)(?!\.?[0-9])|(?<position>[1-9][0-9]?)(?![0-9]))/g

/** What only a body that counts from zero has. A price such as `$0.50` does not count. */
const COUNTS_FROM_ZERO = /\$0(?!\.?[0-9])|\$ARGUMENTS\[[0-9]{1,2}\]/

/**
 * Fills in every placeholder. Values are not searched again, so `$1` in an argument stays. A position beyond the
 * arguments stays too: instructions quote shell scripts and prices.
 */
export function substituteArguments(body: string, substitution: Substitution): string {
  const { arguments: given, escape: write } = substitution
  const words = splitWords(given ?? '')
  const first = COUNTS_FROM_ZERO.test(body) ? 0 : 1
  let isTaken = false
  const text = body.replace(PLACEHOLDER, (placeholder: string, ...captured: readonly unknown[]) => {
    const found = captured.at(-1) as Found
    if (found.directory !== undefined || found.plugin !== undefined) {
      return fillDirectory(found, substitution) ?? placeholder
    }
    const position = found.index ?? found.zero ?? found.position
    const value = position === undefined ? (given ?? '') : words[Number(position) - first]
    if (value === undefined) return placeholder
    isTaken = true
    return write(value)
  })
  // Arguments without a placeholder must not get lost.
  return isTaken || given === undefined || given === '' ? text : `${text.trimEnd()}\n\nARGUMENTS: ${write(given)}`
}

/** The part of a placeholder that was found. */
type Found = Readonly<Partial<Record<'directory' | 'plugin' | 'index' | 'zero' | 'position', string>>>

function fillDirectory(found: Found, { directory, findPlugin, escape: write }: Substitution): string | undefined {
  if (directory === undefined) return undefined
  return write(found.plugin === undefined ? directory : findPlugin(directory))
}

const WORD = /"([^"]*)"|'([^']*)'|(\S+)/g

/** Splits at blanks outside quotes. */
function splitWords(text: string): readonly string[] {
  return Array.from(text.matchAll(WORD), ([, double, single, plain]) => double ?? single ?? plain ?? '')
}
