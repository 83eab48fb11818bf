/** Texts and bytes that are almost what they were. */

const PIECES = [
  '```',
  '~~~',
  '<!--',
  '-->',
  '`',
  '$(',
  ')',
  '${',
  '}',
  "'",
  '"',
  '\\',
  '\r',
  '\n',
  '\u0000',
  '\u200b',
  '\u202e',
  '\ud800',
  '\ufeff',
  '|',
  '<<EOF',
  '[',
  '](',
  '---\n',
  '# ',
  '\u{e0041}',
  'exec(',
  'f"{',
  '=> {',
  '((((',
  '/*',
  '!`',
  'https://',
  '@',
  ';',
  '&&',
  '%',
  '\t',
  '    ',
]

/** Cuts, repeats and inserts. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  let text = new TextDecoder().decode(bytes)
  const edits = 1 + Math.floor(random() * 6)
  for (let at = 0; at < edits; at++) {
    const from = Math.floor(random() * text.length)
    const to = from + Math.floor(random() * 40)
    const piece = PIECES[Math.floor(random() * PIECES.length)] ?? ''
    const kind = random()
    if (kind < 0.3) text = text.slice(0, from) + text.slice(to)
    else if (kind < 0.5) text = text.slice(0, to) + text.slice(from, to).repeat(3) + text.slice(to)
    else text = text.slice(0, from) + piece.repeat(1 + Math.floor(random() * 5)) + text.slice(from)
  }
  const changed = new TextEncoder().encode(text)
  if (random() < 0.2 && changed.length > 0) changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256)
  return changed
}

/** The same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed * 2654435761 + 12345
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x297a2d39) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296
  }
}

/** Bytes that are changed, cut or repeated, whatever they mean. */
export function damage(bytes: Uint8Array, random: () => number): Uint8Array {
  const from = Math.floor(random() * bytes.length)
  const to = Math.min(bytes.length, from + Math.floor(random() * 60))
  const kind = random()
  if (kind < 0.3) return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)])
  if (kind < 0.5) return Uint8Array.from([...bytes.subarray(0, to), ...bytes.subarray(from)])
  const changed = Uint8Array.from(bytes)
  for (let at = from; at < to; at += 1 + Math.floor(random() * 8)) changed[at] = Math.floor(random() * 256)
  return changed
}
