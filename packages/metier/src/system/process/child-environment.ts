/** What programs of skills see of the environment: next to nothing, unless the skill says so where its user can read it. */

/** Programs are found, speak the user's language and have a place for temporary files; Windows needs a few more to start any. */
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

/** The variables by these names as they are now, and further values, which come first. */
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
