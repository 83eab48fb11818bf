/** The value at a dotted path in a configuration, or undefined. */
export function valueAt(config: unknown, path: string): unknown {
  let value = config
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return value
}
