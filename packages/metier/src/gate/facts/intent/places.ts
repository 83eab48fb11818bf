/** Where something goes, according to a clause: an address, a mailbox, a bucket. */

import { findAddresses, readAddress, type WebAddress } from '../address.js'
import type { IntentPlace } from './intent.js'

export interface PlaceHit {
  readonly from: number
  readonly to: number
  readonly place: IntentPlace
}

const MAIL = /[\w.+-]{1,60}@([\w-]{1,60}(?:\.[\w-]{1,30}){1,4})/g
const STORAGE = /\b(?:s3|gs|r2|azblob|ftp|sftp|rsync):\/\/([\w.-]{1,100})|\bgit@([\w.-]{1,100}):/g
/** Names of hosts without a scheme; an ending that is a file type or a member of an object is none. */
const HOST =
  /(?<![\w@./$-])(?:[a-z0-9-]{1,50}\.){1,4}(?!(?:md|mdx|txt|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|log|csv|tsv|xml|html?|css|scss|svg|png|jpe?g|gif|webp|pdf|docx?|xlsx?|pptx?|zip|tar|gz|tgz|m?[jt]sx?|c[jt]s|py|ipynb|rb|go|rs|java|kt|swift|php|lua|sh|bash|zsh|ps1|psm1|bat|cmd|exe|msi|dmg|pkg|sql|db|sqlite|tf|tex|bib|wasm|so|dll|h|c|cc|cpp|hpp|cs|vue|pem|key|crt|plist|service|get|post|put|run|send|read|write|open|load|dump|dumps|loads|join|path|name|length|map|push|test|e|g)(?![\w-]))[a-z]{2,12}(?![\w-]|\.\w|\()(?:\/[^\s`"'<>()]{0,200})?/gi

/** Every host has this. */
const MAY_BE_HOST = /[a-z0-9-]\.[a-z]{2}/i

const COMMON =
  /\.(?:com|net|org|io|dev|app|ai|co|xyz|site|zone|cloud|online|info|example|test|tech|me|eu|de|fr|es|cn|jp|ru)(?:$|\/)/i

/** All places that a clause names, in order. */
export function findPlaces(clause: string): readonly PlaceHit[] {
  const found: PlaceHit[] = []
  for (const { index, url, ...address } of findAddresses(clause))
    found.push({ from: index, to: index + url.length, place: { kind: 'address', address: { url, ...address } } })
  if (clause.includes('@'))
    for (const { index, 0: mail, 1: host = '' } of clause.matchAll(MAIL))
      found.push({ from: index, to: index + mail.length, place: { kind: 'mail', host: host.toLowerCase() } })
  if (clause.includes('://') || clause.includes('git@'))
    for (const { index, 0: written, 1: bucket, 2: host } of clause.matchAll(STORAGE))
      found.push({ from: index, to: index + written.length, place: { kind: 'storage', name: bucket ?? host ?? '' } })
  if (found.length === 0 && MAY_BE_HOST.test(clause)) found.push(...findHosts(clause))
  return found.length < 2 ? found : found.toSorted((a, b) => a.from - b.from)
}

function findHosts(clause: string): readonly PlaceHit[] {
  return [...clause.matchAll(HOST)].flatMap(({ index, 0: written }): readonly PlaceHit[] => {
    const address = readAddress(written)
    // In code, a name with a dot is rarely a host.
    const isCode = clause.charAt(index - 1) === '`' && !COMMON.test(written)
    return address === undefined || isCode
      ? []
      : [{ from: index, to: index + written.length, place: { kind: 'address', address } }]
  })
}

const PLACEHOLDER =
  /(?:^|[.-])(?:your|my|our|their|acme|mycompany|yourcompany|company|domain|yourdomain|mydomain|hostname|placeholder)(?:$|[.-])|^(?:your|my)[a-z-]{1,30}\.|[<>{}$%*]/i

/** Whether an address stands for whatever the reader has: `https://your-server.com`, `https://{host}/`. */
export function isPlaceholder({ host, url }: WebAddress): boolean {
  return isReservedName(host) || PLACEHOLDER.test(host) || /^[a-z]{2,5}:\/\/[^/]{0,60}[<{$%]/i.test(url)
}

/** Reserved for documentation; no one can answer there. */
export function isReservedName(host: string): boolean {
  return /^(?:www\.)?example\.(?:com|org)$/.test(host)
}
