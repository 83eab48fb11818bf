/** Decodes what a signature file contains. */

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a base64 text; undefined if it is none, or longer than `most` bytes. */
export function decodeBase64(text: unknown, most: number): Uint8Array | undefined {
  if (typeof text !== 'string' || text === '' || text.length % 4 !== 0 || text.length > Math.ceil(most / 3) * 4) {
    return undefined
  }
  return BASE64.test(text) ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : undefined
}

/** UTF-8 as text; undefined if it is none. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
