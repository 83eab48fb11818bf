/** Finds encoded text that decodes to a command or an address; everything else is ignored. */

import { base64Bytes, bytesToText, decodeHex } from '../flow/decoders.js'
import { guessLanguage } from '../text/languages.js'
import { alphabetOf, endOfRun, findRun } from '../text/runs.js'
import { derivedFrom, type Segment } from '../text/segment.js'

const SHORTEST = 24
const LONGEST = 20_000
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const BASE64 = alphabetOf(`${LETTERS}+/_-`)
/** Hexadecimal digits, with or without spaces between them. */
const HEX_RUN = alphabetOf('0123456789abcdefABCDEF ')
const SHORTEST_HEX = 32
const HEX = /(?:\\x[0-9a-fA-F]{2}){6,4000}|\b[0-9a-fA-F]{32,8000}\b|\b(?:[0-9a-fA-F]{2} ){11,4000}[0-9a-fA-F]{2}\b/g
/** Signs that decoded text is worth reading. */
const TELLING =
  /https?:\/\/|\b(?:curl|wget|bash|eval|exec|import|powershell|iex|iwr|subprocess|require|process\.env|os\.environ|ignore|instructions?|ssh|token|password)\b|\/bin\/|base64|[A-Za-z0-9+/]{80}/i
const MOST = 40

/** The decoded texts in a segment, each with its position. */
export function findEncoded(segment: Segment): readonly Segment[] {
  if (segment.kind === 'inline') return []
  const found: Segment[] = []
  const { text } = segment
  for (const { index, run } of base64Runs(text)) {
    if (found.length >= MOST) break
    if (!isLikelyBase64(run)) continue
    const bytes = base64Bytes(run)
    add(found, segment, index, bytes === undefined ? undefined : bytesToText(bytes), 'base64')
  }
  if (text.includes('\\x') || findRun(text, HEX_RUN, SHORTEST_HEX) >= 0) addHex(found, segment)
  return found
}

function addHex(found: Segment[], segment: Segment): void {
  for (const { index, 0: run } of segment.text.matchAll(HEX)) {
    if (found.length >= MOST) break
    add(found, segment, index, decodeHex(run), 'hex')
  }
}

function* base64Runs(text: string): Generator<{ readonly index: number; readonly run: string }> {
  for (let index = findRun(text, BASE64, SHORTEST); index >= 0; ) {
    let end = endOfRun(text, BASE64, index, index + LONGEST)
    if (text.charAt(end) === '=') end += text.charAt(end + 1) === '=' ? 2 : 1
    yield { index, run: text.slice(index, end) }
    index = findRun(text, BASE64, SHORTEST, end)
  }
}

/** Words, paths and identifiers use the same letters; encoded text mixes both cases and digits throughout. */
function isLikelyBase64(run: string): boolean {
  const head = run.slice(0, 64)
  return (
    /[A-Z]/.test(head) &&
    /[a-z]/.test(head) &&
    (/[0-9]/.test(head) || run.length > 40) &&
    !/^[a-z]{1,64}(?:[A-Z/_-][a-z]{1,64}){1,32}$/.test(head)
  )
}

function add(found: Segment[], segment: Segment, index: number, text: string | undefined, via: string): void {
  if (text === undefined || text.length < 12 || !TELLING.test(text)) return
  const language = guessLanguage(text)
  found.push(
    derivedFrom(segment, index, text, via, {
      language: language === 'prose' && /[|;]\s*(?:ba)?sh\b|^\/bin\//.test(text) ? 'shell' : language,
    }),
  )
}
