/** What a page's script does, judged by its words: fetches, takes browser data, runs what it hides. */

import { type FoundAddress, findAddresses } from './address.js'

const SENDS =
  /\b(?:fetch|sendBeacon|XMLHttpRequest|WebSocket|EventSource|importScripts|axios|ajax)\b|\bnew Image\b|\.src\s{0,3}=(?!=)|\blocation(?:\.href)?\s{0,3}=(?!=)|\.submit\(\)/
const KEEPS =
  /\bdocument\.cookie\b|\b(?:local|session)Storage\b|\bindexedDB\b|\bcredentials\.get\(|\bpassword\b|\bclipboard\.read/
const EVALUATES =
  /\b(?:eval|execScript|Function)\s{0,2}(?:\(|\))|\b(?:then|map)\(\s{0,3}eval\b|\bset(?:Timeout|Interval)\(\s{0,3}["'`]/
const HIDES = /\batob\b|\bunescape\b|\bfromCharCode\b|\bfetch\b|\bXMLHttpRequest\b|\\x[0-9a-f]{2}\\x/
const REMOTE_CODE = /\bimport\s{0,2}\(?\s{0,2}["'`](?:https?:)?\/\//

/** The addresses in a script; pages may omit the scheme. */
export function addressesIn(code: string): readonly FoundAddress[] {
  return findAddresses(code.replace(/(["'`(])\/\/(?=[\w-]{1,63}\.)/g, '$1https://'))
}

/** Whether it fetches, sends, reads browser data or evaluates anything. */
export function reachesOut(code: string): boolean {
  return SENDS.test(code) || KEEPS.test(code) || EVALUATES.test(code) || REMOTE_CODE.test(code) || /\batob\b/.test(code)
}

/** Whether it sends anything. */
export function sendsFrom(code: string): boolean {
  return SENDS.test(code)
}

/** Whether it reads browser data or page content, and sends. */
export function takesAway(code: string): boolean {
  return SENDS.test(code) && KEEPS.test(code)
}

/** Whether it evaluates something it fetched or decoded. */
export function runsUnread(code: string): boolean {
  return EVALUATES.test(code) && HIDES.test(code)
}
