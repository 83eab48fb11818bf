/** An object whose properties are computed when they are first read; printing leaves out those in `unlisted`. */
export function lazily<T extends object>(
  parts: { readonly [key in keyof T]-?: () => T[key] },
  unlisted: readonly (keyof T)[] = [],
): T {
  const target = {}
  for (const key of Object.keys(parts) as (keyof T & string)[]) {
    const enumerable = !unlisted.includes(key)
    const get = () => {
      const value = parts[key]()
      Object.defineProperty(target, key, { value, enumerable })
      return value
    }
    Object.defineProperty(target, key, { get, enumerable, configurable: true })
  }
  return target as T
}
