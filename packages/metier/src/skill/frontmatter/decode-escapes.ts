const ESCAPES: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
}

const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }

/** Replaces the escapes of a double-quoted text; gives the offset of the first one that means nothing instead, if any. */
export function decodeEscapes(source: string): string | number {
  let decoded = ''
  let from = 0
  for (let at = source.indexOf('\\'); at >= 0; at = source.indexOf('\\', from)) {
    const letter = source.charAt(at + 1)
    const digits = HEX_DIGITS[letter] ?? 0
    const character = digits > 0 ? decodeHex(source.slice(at + 2, at + 2 + digits), digits) : ESCAPES[letter]
    if (character === undefined) return at
    decoded += source.slice(from, at) + character
    from = at + 2 + digits
  }
  return decoded + source.slice(from)
}

function decodeHex(source: string, digits: number): string | undefined {
  if (source.length !== digits || !/^[0-9a-fA-F]+$/.test(source)) return undefined
  const code = Number.parseInt(source, 16)
  return code > 0x10ffff ? undefined : String.fromCodePoint(code)
}
