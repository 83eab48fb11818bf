/** Returns an object that computes each property on first access. Properties in `unlisted` are not printed. */
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
