/** Where something goes, according to a clause: an address, a mailbox, a bucket. */

import { findAddresses, readAddress, type WebAddress } from '../address.js'
import type { IntentPlace } from './intent.js'

export interface PlaceHit {
  readonly from: number
  readonly to: number
  readonly place: IntentPlace
}

const MAIL = /[\w.+-]{1,60}@([\w\u00c0-\uffdc-]{1,60}(?:\.[\w-]{1,30}){1,4})/g
const STORAGE =
  /\b(?:s3|gs|r2|azblob|ftp|sftp|rsync):\/\/([\w.-]{1,100})|\bgit@([\w.-]{1,100}):(?!(?:USER|OWNER|ORG|you|me|your-)\w{0,12}\/|[<{$])/g
/** Endings that are no types of files and no members of objects; the countries are those of the languages and their neighbors. */
const ENDINGS =
  'com|net|org|edu|gov|info|biz|name|pro|mobi|dev|app|tech|site|online|store|shop|cloud|zone|space|page|pages|link|live|life|world|today|news|blog|wiki|email|host|hosting|website|web|digital|agency|studio|media|design|network|systems|solutions|services|support|tools|software|academy|school|group|team|work|works|click|top|xyz|icu|club|vip|fun|icu|cyou|rest|monster|quest|example|test|invalid|ai|at|au|be|br|ca|cc|ch|cl|cn|co|cz|de|dk|es|eu|fi|fm|fr|gg|gr|hk|hu|id|ie|il|in|io|is|it|jp|kr|la|li|lu|ly|me|mx|my|nl|no|nu|nz|pe|pl|pt|ro|ru|se|sg|sk|so|tk|tr|tv|tw|ua|uk|us|ve|vn|ws|za'
/** Names of hosts without a scheme. */
const HOST = new RegExp(
  `(?<![\\w@./$-])(?:[a-z0-9-]{1,50}\\.){1,4}(?:${ENDINGS})(?![\\w-]|\\.\\w|\\()(?:\\/[^\\s\`"'<>()]{0,200})?`,
  'gi',
)

/** Every host has this. */
const MAY_BE_HOST = /[a-z0-9-]\.[a-z]{2}/i

const COMMON =
  /\.(?:com|net|org|io|dev|app|ai|co|xyz|site|zone|cloud|online|info|example|test|tech|me|eu|de|fr|es|cn|jp|ru)(?:$|\/)/i

/** All places that a clause names, in order. */
export function findPlaces(clause: string): readonly PlaceHit[] {
  const found: PlaceHit[] = []
  for (const { index, url, ...address } of findAddresses(clause))
    found.push({ from: index, to: index + url.length, place: { kind: 'address', address: { url, ...address } } })
  if (clause.includes('@')) found.push(...findMails(clause))
  if (clause.includes('://') || clause.includes('git@'))
    for (const { index, 0: written, 1: bucket, 2: host } of clause.matchAll(STORAGE))
      found.push({ from: index, to: index + written.length, place: { kind: 'storage', name: bucket ?? host ?? '' } })
  if (found.length === 0 && MAY_BE_HOST.test(clause)) found.push(...findHosts(clause))
  return found.length < 2 ? found : found.toSorted((a, b) => a.from - b.from)
}

function findMails(clause: string): readonly PlaceHit[] {
  return [...clause.matchAll(MAIL)].flatMap(({ index, 0: mail, 1: host = '' }): readonly PlaceHit[] =>
    // A repository is no mailbox.
    mail.startsWith('git@')
      ? []
      : [{ from: index, to: index + mail.length, place: { kind: 'mail', host: host.toLowerCase() } }],
  )
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

/** `github.com/USER/dotfiles`, `git@github.com:you/notes` */
const OF_THE_USER =
  /^(?:https?:\/\/)?(?:git@)?(?:github|gitlab|codeberg|bitbucket)\.\w{2,3}[/:](?:USER(?:NAME)?|OWNER|ORG|you|me|your-?\w{0,12}|<[^>]{1,30}>|\{\w{1,20}\})\//i

/** What lessons call the other side. Exactly these, because a longer name is free to register. */
const LESSON = /^(?:www\.)?(?:attacker|evil|malicious|hacker)\.com$/

/** Whether an address stands for whatever the reader has: `https://your-server.com`, `https://{host}/`. */
export function isPlaceholder({ host, url }: WebAddress): boolean {
  return (
    isReservedName(host) ||
    isNamespace(host) ||
    LESSON.test(host) ||
    PLACEHOLDER.test(host) ||
    /^[a-z]{2,5}:\/\/[^/]{0,60}[<{$%]/i.test(url) ||
    OF_THE_USER.test(url)
  )
}

/** Names formats in documents; nothing is sent there. */
const NAMESPACE =
  /^(?:www\.)?(?:w3\.org|schema\.org|json-schema\.org|purl\.org|xmlns\.com|ogp\.me)$|^schemas\.(?:openxmlformats\.org|microsoft\.com|xmlsoap\.org|android\.com)$/

function isNamespace(host: string): boolean {
  return NAMESPACE.test(host)
}

/** Reserved for documentation; no one can answer there. */
export function isReservedName(host: string): boolean {
  return /^(?:www\.)?example\.(?:com|org)$/.test(host)
}
