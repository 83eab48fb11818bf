/**
 * A pattern that is made when it is first used. The engine looks classes such as `\p{L}` up as soon as it meets them in
 * source text, which is a good part of the time that an import takes; most programs never need them.
 */
export function lazyPattern(source: string, flags: string): () => RegExp {
  let pattern: RegExp | undefined
  return () => {
    pattern ??= new RegExp(source, flags)
    return pattern
  }
}
