/**
 * A pattern compiled on first use. The engine resolves classes such as `\p{L}` as soon as it parses the source, which
 * is a large share of import time; most programs never need them.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => {
    pattern ??= new RegExp(source, flags)
    return pattern
  }
}
