/** The variables that skills' programs see: hardly any, unless the skill declares them where you can review it. */

/** Enough to find programs, use your language and write temporary files; Windows needs a few more to start anything. */
export const ALWAYS_SEEN: readonly string[] = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'PATHEXT',
  'COMSPEC',
]

/** The current values of these variables, overridden by further values. */
export function composeEnvironment(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const taken = [...ALWAYS_SEEN, ...names].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(taken), ...values }
}
