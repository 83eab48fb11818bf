/** String and list methods on known values: enough to reassemble what was taken apart. */

import {
  base64Bytes,
  bytesToText,
  decodeAscii85,
  decodeBase85,
  decodeHex,
  decodePercent,
  rotate13,
} from '../decoders.js'
import {
  carrier,
  concatenate,
  HOLE,
  listValue,
  MOST_TEXT,
  mergeTaints,
  taintedText,
  textValue,
  type Value,
  withTaint,
} from '../value.js'

export type Inflate = (bytes: Uint8Array) => Uint8Array | undefined

/** The result of a method on a known text or list; undefined if unknown. */
export function applyMethod(name: string, on: Value, given: readonly Value[]): Value | undefined {
  if (on.list !== undefined) return listMethod(name, on.list, given)
  // Python joins the other way round: `''.join(parts)`.
  if (name === 'join' && on.text !== undefined && given[0]?.list !== undefined) return joinAll(given[0].list, on.text)
  if (name === 'join' && on.text === '' && given[0]?.text !== undefined) return given[0]
  if (on.text === undefined || on.text.includes(HOLE)) return undefined
  const text = textMethod(name, on.text, given)
  if (text === undefined) return undefined
  return Array.isArray(text)
    ? { ...carrier(on.taints), list: text.map((part) => taintedText(part, on.taints)) }
    : taintedText(text, on.taints)
}

function listMethod(name: string, list: readonly Value[], given: readonly Value[]): Value | undefined {
  switch (name) {
    case 'join':
      return joinAll(list, given[0]?.text ?? ',')
    case 'reverse':
      return listValue(isSpelled(list) ? list.toReversed().map(asSpelled) : list.toReversed())
    case 'concat':
      return {
        list: [...list, ...given.flatMap((value) => value.list ?? [value])],
        taints: mergeTaints([...list, ...given]),
      }
    case 'slice':
      return listValue(list)
    default:
      return undefined
  }
}

/** A text that was split into letters. */
function isSpelled(list: readonly Value[]): boolean {
  return list.length > 3 && list.every(({ text }) => text?.length === 1)
}

function asSpelled(letter: Value): Value {
  return withTaint(letter, { kind: 'decoded', name: 'a text by its letters', at: 0 })
}

function joinAll(list: readonly Value[], between: string): Value {
  if (between === '' && isSpelled(list)) return concatenate(list.map(asSpelled))
  return concatenate(list.flatMap((value, index) => (index === 0 ? [value] : [textValue(between), value])))
}

function textMethod(name: string, text: string, given: readonly Value[]): string | string[] | undefined {
  const [first, second] = given
  switch (name) {
    case 'toString':
    case 'decode':
    case 'encode':
    case 'strip':
    case 'trim':
    case 'format':
      return first?.text === 'rot13' || first?.text === 'rot_13' ? rotate13(text) : text
    case 'split':
      return first?.text === undefined ? undefined : text.slice(0, 4096).split(first.text)
    case 'replace':
    case 'replaceAll':
      return first?.text === undefined || second?.text === undefined || first.text === ''
        ? undefined
        : text.replaceAll(first.text, second.text).slice(0, MOST_TEXT)
    case 'charCodeAt':
    case 'codePointAt':
      return String(text.charCodeAt(Number(first?.text ?? 0)))
    case 'toLowerCase':
    case 'lower':
      return text.toLowerCase()
    case 'toUpperCase':
    case 'upper':
      return text.toUpperCase()
    default:
      return undefined
  }
}

/** What a decoder makes of a known text; `inflate` decompresses. */
export function decodeCall(reference: string, given: readonly Value[], inflate: Inflate): string | undefined {
  const name = reference.slice(reference.lastIndexOf('.') + 1)
  if (name === 'fromCharCode' || name === 'fromCodePoint') return fromCodes(given)
  const text =
    given[0]?.text ?? (/^Buffer\.from$|TextDecoder/.test(reference) ? fromCodes(given.slice(0, 1)) : undefined)
  if (text === undefined || text.includes(HOLE)) return undefined
  const encoding = given[1]?.text ?? ''
  if (reference === 'Buffer.from') return decodeBuffer(text, encoding, inflate)
  if (reference === 'codecs.decode') return encoding.includes('rot') ? rotate13(text) : decodeHex(text)
  return decodeNamed(name, text, inflate)
}

function decodeNamed(name: string, text: string, inflate: Inflate): string | undefined {
  if (/^(?:fromhex|unhexlify|b16decode)$/.test(name)) return decodeHex(text)
  if (name === 'b85decode') return decodeBase85(text)
  if (name === 'a85decode') return decodeAscii85(text)
  if (/^(?:unescape|decodeURIComponent|unquote)$/.test(name)) return decodePercent(text)
  // Anything that could be decompressed along the way already was.
  if (/decompress|inflate|gunzip|unzip/i.test(name)) return readPacked(latinBytes(text), inflate) ?? text
  return openBase64(text, inflate)
}

function decodeBuffer(text: string, encoding: string, inflate: Inflate): string | undefined {
  if (/hex/i.test(encoding)) return decodeHex(text)
  return /base64/i.test(encoding) ? openBase64(text, inflate) : text
}

function openBase64(text: string, inflate: Inflate): string | undefined {
  const bytes = base64Bytes(text)
  return bytes === undefined ? undefined : (bytesToText(bytes) ?? readPacked(bytes, inflate))
}

function readPacked(bytes: Uint8Array, inflate: Inflate): string | undefined {
  const opened = inflate(bytes)
  return opened === undefined ? undefined : bytesToText(opened)
}

function latinBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff)
}

function fromCodes(given: readonly Value[]): string | undefined {
  const values = given[0]?.list ?? given
  const codes = values.map(({ text }) => Number(text))
  if (codes.length === 0 || codes.some((code) => !Number.isInteger(code) || code < 0 || code > 0x10ffff))
    return undefined
  return String.fromCodePoint(...codes.slice(0, 4096))
}
