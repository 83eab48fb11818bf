/** Decodes text: bounded, and only if the result is readable. */

const MOST_DECODED = 64 * 1024

/** Base64 or base64url; undefined if it is neither, or not text. */
export function decodeBase64(text: string): string | undefined {
  const bytes = base64Bytes(text)
  return bytes === undefined ? undefined : bytesToText(bytes)
}

export function base64Bytes(text: string): Uint8Array | undefined {
  const clean = text
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,3}$/, '')
  if (clean.length < 4 || clean.length > (MOST_DECODED * 4) / 3 || clean.length % 4 === 1) return undefined
  if (!/^[A-Za-z0-9+/]+$/.test(clean)) return undefined
  const binary = atob(clean)
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

export function decodeHex(text: string): string | undefined {
  const clean = text.replace(/\\x|0x|[\s,:]+/g, '')
  if (clean.length < 8 || clean.length > 2 * MOST_DECODED || clean.length % 2 === 1) return undefined
  if (!/^[0-9a-fA-F]+$/.test(clean)) return undefined
  const bytes = new Uint8Array(clean.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(clean.slice(2 * at, 2 * at + 2), 16)
  return bytesToText(bytes)
}

const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

/** Base85 as written by Python's `b85encode`. */
export function decodeBase85(text: string): string | undefined {
  return decodeGroups(text.replace(/\s+/g, ''), (character) => BASE85.indexOf(character))
}

/** Ascii85, with or without its delimiters. */
export function decodeAscii85(text: string): string | undefined {
  const clean = text
    .replace(/\s+/g, '')
    .replace(/^<~|~>$/g, '')
    .replaceAll('z', '!!!!!')
  return decodeGroups(clean, (character) => character.charCodeAt(0) - 33)
}

/** Five base-85 digits are four bytes; a short last group stands for fewer. */
function decodeGroups(text: string, digitOf: (character: string) => number): string | undefined {
  if (text.length < 5 || text.length > (MOST_DECODED * 5) / 4) return undefined
  const digits = Array.from(text, digitOf)
  if (digits.some((digit) => digit < 0 || digit > 84)) return undefined
  const bytes: number[] = []
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5)
    bytes.push(...groupBytes([...group, 84, 84, 84, 84].slice(0, 5)).slice(0, group.length - 1))
  }
  return bytesToText(Uint8Array.from(bytes))
}

function groupBytes(group: readonly number[]): readonly number[] {
  const value = group.reduce((sum, digit) => sum * 85 + digit, 0)
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256)
}

export function decodePercent(text: string): string | undefined {
  if (!/%[0-9a-fA-F]{2}/.test(text)) return undefined
  try {
    return decodeURIComponent(text.slice(0, MOST_DECODED))
  } catch {
    // A stray percent sign: the text was not encoded this way.
    return undefined
  }
}

export function rotate13(text: string): string {
  return text.slice(0, MOST_DECODED).replace(/[A-Za-z]/g, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

/** UTF-16 without a byte order mark, as in PowerShell's encoded commands, or UTF-8; undefined if it is not text. */
export function bytesToText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined
  const isWide = bytes.length >= 8 && bytes.length % 2 === 0 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes.subarray(0, MOST_DECODED))
  let strange = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) strange++
  }
  return strange > text.length / 50 ? undefined : text
}
