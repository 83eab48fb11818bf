/** An object whose properties are worked out when they are first read, and printed like any other. */
export function lazily<T extends object>(parts: { readonly [key in keyof T]: () => T[key] }): T {
  const target = {}
  for (const key of Object.keys(parts) as (keyof T & string)[]) {
    const get = () => {
      const value = parts[key]()
      Object.defineProperty(target, key, { value, enumerable: true })
      return value
    }
    Object.defineProperty(target, key, { get, enumerable: true, configurable: true })
  }
  return target as T
}
