/** Whether a document shows what stands at a place, rather than asking for it. */

import type { Evidence } from '../evidence.js'
import { isMention } from '../text/framing/mention.js'
import { placeIn, type Segment } from '../text/segment.js'
import { isLesson } from './lesson.js'
import { saysWatchful } from './watchful.js'

/** Whether a place in a document is a quotation, or code that a sentence speaks about. */
export function isShownAt(segment: Segment, at: number, evidence: Evidence): boolean {
  const file = evidence.files[segment.file]
  if (file?.text === undefined || file.language !== 'prose') return false
  const place = placeIn(segment, at)
  switch (segment.kind) {
    case 'inline':
      return isSpokenOf(file.text, place)
    case 'paragraph':
      if (/^\s{0,12}\|/.test(segment.text) && isLesson(evidence)) return true
      if (/^\s{0,3}>/.test(segment.text)) return isBlockQuote(file.text, place)
      if (isInCode(file.text, place)) return isSpokenOf(file.text, place)
      return isInQuotes(file.text, place)
    case 'fence':
      return isDiscussed(segment, evidence)
    default:
      return false
  }
}

/** Whether a place is in the pattern of a command that searches: `grep -E 'iex|downloadstring' log`. */
export function isSearchedFor({ kind, language, text }: Segment, at: number): boolean {
  if (kind === 'paragraph' || kind === 'heading' || language === 'javascript' || language === 'python') return false
  const before = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - REACH), at)
  const search = SEARCHES.exec(before)
  return search !== null && OPEN_QUOTE.test(before.slice(search.index))
}

/** Whether the line around a quotation calls it an attack and forbids to follow it. */
export function isWarnedOf(segment: Segment, at: number, { files }: Evidence): boolean {
  const { text, language } = files[segment.file] ?? {}
  if (text === undefined || language !== 'prose') return false
  const line = lineAround(text, placeIn(segment, at)).join('')
  const said = line.replace(QUOTATION, ' ')
  return said.length < line.length && NEVER.test(said) && saysWatchful(said)
}

const QUOTATION = /["“„«「『][^"“”„«»「」『』\n]{3,600}["”“»」』]/g
const NEVER =
  /\b(?:never|do not|don['’]t|niemals|nicht|nie|nunca|no (?:sigas|siga|obedezca\w{0,2}|ejecute\w{0,2})|jamais|ne (?:suis|suivez|lance[rz]?|exécute[rz]?))\b|不要|切勿|绝不|しない|従わない/i

/** The last one on the line. */
const SEARCHES =
  /\b(?:[ef]?grep|rg|ack|findstr|select-string|sls)\b(?![\s\S]{0,600}\b(?:[ef]?grep|rg|ack|findstr|select-string|sls)\b)/i
const OPEN_QUOTE =
  /^[^"'\n]{0,200}(?:"[^"\n]{0,400}"[^"'\n]{0,60}|'[^'\n]{0,400}'[^"'\n]{0,60}){0,8}(?:"[^"\n]{0,600}|'[^'\n]{0,600})$/

/** Whether a paragraph only mentions the code at a place. */
export function isMentionedIn({ kind, text }: Segment, at: number): boolean {
  if (kind !== 'paragraph' || at > text.length) return false
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at)
  if ((line.split('`').length - 1) % 2 === 0) return false
  const open = text.lastIndexOf('`', at)
  return isMention(text, open, text.slice(open + 1, at + 200).split('`', 1)[0])
}

const REACH = 600

/** The text right before or after a block asks something about it or speaks of an attack, and the one before asks for nothing. */
function isDiscussed({ file, section, block }: Segment, { passages }: Evidence): boolean {
  const beside = passages.filter(
    ({ segment }) =>
      segment.file === file &&
      segment.section === section &&
      segment.kind !== 'fence' &&
      Math.abs(segment.block - block) === 1,
  )
  if (beside.some(({ segment, text }) => segment.block < block && ORDER.test(lastSentence(text)))) return false
  return beside.some(({ text }) => /[?？]/.test(text.slice(0, 400)) || saysWatchful(text.slice(0, 400)))
}

/** The line before and after a place. */
function lineAround(text: string, place: number): readonly [before: string, after: string] {
  const start = text.lastIndexOf('\n', place - 1) + 1
  const end = text.indexOf('\n', place)
  return [
    text.slice(Math.max(start, place - REACH), place),
    text.slice(place, Math.min(end < 0 ? text.length : end, place + REACH)),
  ]
}

function isInCode(text: string, place: number): boolean {
  const [before, after] = lineAround(text, place)
  return (before.split('`').length - 1) % 2 === 1 && after.includes('`')
}

/** Asks its reader to do something with what follows. */
const ORDER =
  /\b(?:runs?|running|execute|use|using|type|paste|enter|launch|start|install|set ?up|add|call|try|invoke|do|begin|first|then|next|reads?|open|cat|copy|collect|extract|gather|load|fetch|download|send|upload|post|forward|include|submit|write|save|append|put|create|make|apply|follow|führe|starte|nutze|gib|installiere|rufe|lies|öffne|kopiere|sende|lade|schreib\w{0,2}|hänge|zuerst|dann|ejecuta|ejecute|usa|instala|lee|abre|copia|envía|sube|escribe|añade|primero|luego|lance[rz]?|exécute[rz]?|utilise[rz]?|installe[rz]?|lis|lisez|ouvre[rz]?|copie[rz]?|envoie|envoyez|écris|écrivez|ajoute[rz]?|d'abord|ensuite|puis)\b|运行|执行|输入|安装|使用|读取|打开|复制|发送|上传|写入|先|然后|実行|入力|まず|インストール|使って|読み|読んで|開い|コピー|送信|送って|書き|書いて/i

/** What attackers do, and the name of what is described, ask the reader for nothing. */
const OF_ATTACKERS =
  /\b(?:adversar(?:y|ies)|attackers?|threat actors?|intruders?|malware)\b[^.!?]{0,200}|\bused to [a-z]{2,20}\b|\*\*[^*\n]{1,80}\*\*:/gi

/** Code in a sentence with words of its own, none of which asks for it. */
function isSpokenOf(text: string, place: number): boolean {
  const [before, after] = lineAround(text, place)
  if (/^\s{0,3}>/.test(before)) return isBlockQuote(text, place)
  if (/^\s{0,12}\|/.test(before)) return !ORDER.test(lastSentence(before))
  const said = `${lastSentence(before)} ${firstSentence(after)}`
  return (
    !ORDER.test(said.replace(OF_ATTACKERS, '')) &&
    (/[\p{L}]{2,40}[^\p{L}]{1,4}[\p{L}]{2,40}/u.test(said) || /[\p{sc=Han}\p{sc=Hira}]{4}/u.test(said))
  )
}

function lastSentence(before: string): string {
  const open = before.lastIndexOf('`')
  const said = before.slice(0, open < 0 ? before.length : open).replace(/`[^`\n]{0,400}`/g, ' ')
  return said.slice(said.search(/[^.!?。！？]{0,400}[.!?。！？]?\s{0,4}$/))
}

function firstSentence(after: string): string {
  const close = after.indexOf('`')
  const said = after.slice(close < 0 ? after.length : close + 1).replace(/`[^`\n]{0,400}`/g, ' ')
  return /^[^.!?。！？]{0,400}/.exec(said)?.[0] ?? ''
}

/** A note to the reader, not a quotation. */
const CALLOUT =
  /^\s{0,3}>\s{0,3}(?:\[!|[*_]{0,2}(?:note|important|warning|tip|caution|attention|hinweis|wichtig|achtung|nota|importante|aviso|remarque|attention|注意|重要|提示)\b)/i

/** A quotation below a sentence, unless it is a note to the reader. */
function isBlockQuote(text: string, place: number): boolean {
  const [before] = lineAround(text, place)
  const line = text.slice(text.lastIndexOf('\n', place - 1) + 1, place + 80)
  return /^\s{0,3}>/.test(before === '' ? line : before) && !CALLOUT.test(line) && isIntroduced(text, place)
}

/** The paragraph above a quotation speaks of it. */
function isIntroduced(text: string, place: number): boolean {
  const above = text
    .slice(Math.max(0, place - 2 * REACH), place)
    .split('\n')
    .slice(0, -1)
  const lead = above.findLast((line) => line.trim() !== '' && !/^\s{0,3}>/.test(line))
  return lead !== undefined && !/\b(?:follow|obey|do) (?:this|these|the following)\b/i.test(lead)
}

/** Puts words into someone's mouth, or into a file. */
const ANSWERED =
  /\b(?:say|write|writes|add|append|insert|put|note|reply|answer|respond|tell|rule|instruction|schreib\w{0,3}|antworte\w{0,2}|sag\w{0,2}|füge|trag\w{0,2}|escrib\w{1,3}|añad\w{1,3}|respond\w{1,3}|di|écri\w{1,3}|ajoute\w{0,2}|répond\w{1,3}|dis)\b[^.\n]{0,60}$|(?:写入|写上|加入|回答|回复|追加|書き|書いて|答え)[^。\n]{0,30}$/i
const MARKS: readonly (readonly [open: string, close: string])[] = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
]

/** Between quotation marks that nothing asks to be said or written. */
function isInQuotes(text: string, place: number): boolean {
  const [before, after] = lineAround(text, place)
  const open = openQuote(before, after)
  return open >= 0 && !ANSWERED.test(before.slice(0, open))
}

/** Where the quotation around a place begins. */
function openQuote(before: string, after: string): number {
  for (const [open, close] of MARKS) {
    const at = before.lastIndexOf(open)
    if (at >= 0 && before.indexOf(close, at + 1) < 0 && after.includes(close)) return at
    if (at < 0 && after.trimStart().startsWith(open) && after.includes(close)) return before.length
  }
  const straight = before.split('"').length - 1
  return straight % 2 === 1 && after.includes('"') ? before.lastIndexOf('"') : -1
}
