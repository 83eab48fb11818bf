/** Conclusions from intents that several rules share. */

import { isOutside } from '../chains.js'
import { type Evidence, nearby, type Passage } from '../evidence.js'
import type { WebAddress } from '../facts/address.js'
import { registrableDomain } from '../facts/domain.js'
import type { IntentAct, IntentFact, IntentPlace } from '../facts/intent/intent.js'
import { isPlaceholder } from '../facts/intent/places.js'
import type { ObjectKind } from '../facts/intent/slots.js'
import { slotsIn } from '../facts/intent/vocabulary.js'

/** What a passage asks for in earnest: neither forbidden nor quoted. */
export function meant(passage: Passage, ...acts: readonly IntentAct[]): readonly IntentFact[] {
  const intents = passage.intents()
  if (intents.length === 0 || isListOfNames(passage)) return []
  return intents.filter(({ act, isNegated, isQuoted }) => acts.includes(act) && !isNegated && !isQuoted)
}

/** Names in a row, each in its own backticks. */
function isListOfNames({ text }: Passage): boolean {
  return (text.match(/`[^`\n]{1,24}`,? /g)?.length ?? 0) >= 12
}

/** Whether a place is neither the user's nor a placeholder. A word such as "collector" is one as well. */
export function isThirdPlace(place: IntentPlace): boolean {
  switch (place.kind) {
    case 'address':
      return isStranger(place.address)
    case 'mail':
      return !/^(?:example\.(?:com|org)$|(?:your|my|company|domain|acme)\b)|\.(?:local|internal)$/.test(place.host)
    case 'storage':
      return !/^(?:your|my|<|\$|\{)|bucket-?name|example/.test(place.name)
    case 'collector':
    case 'public':
      return true
  }
}

function isStranger(address: WebAddress): boolean {
  return isOutside(address) && address.kind !== 'known' && !isPlaceholder(address)
}

/** Acts that someone may want to keep quiet about. */
const QUIET_ACTS: readonly IntentAct[] = ['send', 'read', 'run', 'install', 'write', 'amend', 'fetch']

/** Whether the text around a passage asks to keep quiet about something. */
export function isConcealed(evidence: Evidence, passage: Passage, blocks = 3): boolean {
  return nearby(evidence, passage, blocks).some(asksForQuiet)
}

function asksForQuiet(passage: Passage): boolean {
  return passage
    .intents()
    .some(
      ({ act, isNegated, isQuoted, isSecret }) =>
        !isNegated && !isQuoted && (act === 'conceal' || (isSecret && QUIET_ACTS.includes(act))),
    )
}

/** Whether the text around a passage leaves the decision to the user. */
export function isAskedNear(evidence: Evidence, passage: Passage, blocks = 2): boolean {
  return nearby(evidence, passage, blocks).some((each) => each.intents().some(({ isAsked }) => isAsked))
}

/** The objects of an intent; a pronoun stands for those of the sentences before. */
export function objectsOf(intent: IntentFact, passage: Passage, evidence: Evidence): readonly ObjectKind[] {
  const isSilent = intent.objects.length === 0
  if (!isSilent && !intent.objects.includes('it')) return intent.objects
  const before = nearby(evidence, passage, 2).filter(({ segment }) => segment.block <= passage.segment.block)
  const named = before.flatMap((each) => each.intents().filter(({ isNegated }) => !isNegated))
  const objects = [...new Set([...intent.objects, ...named.flatMap(({ objects }) => objects)])]
  // Keys are too grave to be meant by a sentence that names nothing.
  return isSilent ? objects.filter((object) => object !== 'secret') : objects
}

/** The service that a skill is about: as it declares, or named again and again. */
export function isSubject(host: string, passage: Passage, evidence: Evidence): boolean {
  if (isDeclared(host, evidence)) return true
  const domain = registrableDomain(host)
  const isHere = domainsOf(passage).has(domain)
  return usesOf(domain, evidence) - (isHere ? 1 : 0) >= USED_OFTEN
}

/** The homepage of a skill, or a service in its name or description: what its user reads before anything else. */
export function isDeclared(host: string, evidence: Evidence): boolean {
  const domain = registrableDomain(host)
  const label = (domain.split('.')[0] ?? '').replaceAll('-', '')
  const { frontmatter } = evidence.main?.document ?? { frontmatter: {} }
  const { name, homepage, description } = frontmatter as Readonly<Record<string, unknown>>
  if (typeof homepage === 'string' && homepage.includes(domain)) return true
  const about = `${typeof name === 'string' ? name : ''} ${typeof description === 'string' ? description : ''}`
  if (label.length >= 4 && about.toLowerCase().replaceAll('-', '').includes(label)) return true
  return isBrand(label, typeof name === 'string' ? name : '')
}

const USED_OFTEN = 4

const domains = new WeakMap<Passage, ReadonlySet<string>>()

function domainsOf(passage: Passage): ReadonlySet<string> {
  const known = domains.get(passage) ?? new Set(passage.addresses.map(({ host }) => registrableDomain(host)))
  domains.set(passage, known)
  return known
}

const uses = new WeakMap<Evidence, Map<string, number>>()

/** The passages with an address of a domain, and the commands that name it: counted once, because many sentences ask. */
function usesOf(domain: string, evidence: Evidence): number {
  const counts = uses.get(evidence) ?? new Map<string, number>()
  uses.set(evidence, counts)
  const known = counts.get(domain)
  if (known !== undefined) return known
  const named = evidence.passages.filter((passage) => domainsOf(passage).has(domain)).length
  const calls = evidence.segments.filter(
    ({ kind, text }) => (kind === 'fence' || kind === 'script') && text.includes(domain),
  ).length
  counts.set(domain, named + calls)
  return named + calls
}

const SUFFIX = /(?:apis?|cdn|static|cloud|apps?|hq|usercontent)$/

/** A word of a skill's name that a service has for its own. */
function isBrand(label: string, name: string): boolean {
  const brand = label.replace(SUFFIX, '')
  return brand.length >= 3 && name.toLowerCase().split(/[-_ ]/).includes(brand)
}

/** A list of results describes instructions; it does not give any. */
export function isPlainData({ segment }: Passage, { files, main }: Evidence): boolean {
  const path = files[segment.file]?.path ?? ''
  return (
    segment.kind === 'field' &&
    segment.file !== main?.file &&
    /\.(?:json|xml|csv)$/.test(path) &&
    !/mcp|tools?|manifest|plugin/i.test(path)
  )
}

const DEEDS: readonly IntentAct[] = ['send', 'read', 'run', 'install', 'write', 'amend', 'obey', 'follow', 'disable']
const PRIVATE: readonly ObjectKind[] = ['secret', 'talk', 'personal']
const STANDING_FILES: readonly ObjectKind[] = ['memory', 'skills', 'settings']

/** What a text that people do not see asks an agent for: something harmful, something at all, or nothing. */
export function weighUnseen(passage: Passage): 'harm' | 'order' | undefined {
  const isHushed = meant(passage, 'conceal').length > 0
  if (linksPrivate(passage)) return 'harm'
  if (isHushed && (concernsAgent(passage) || namesStranger(passage))) return 'harm'
  const deeds = meant(passage, ...DEEDS)
  return deeds.length > 0 ? weighDeeds(deeds, isHushed, passage) : isHushed ? 'order' : undefined
}

function weighDeeds(deeds: readonly IntentFact[], isHushed: boolean, passage: Passage): 'harm' | 'order' | undefined {
  const isAddressed = ADDRESSED.test(passage.text)
  if (deeds.some((deed) => isHarm(deed, isAddressed))) return 'harm'
  if (!isAddressed) return isHushed || deeds.some(exposes) ? 'order' : undefined
  return isHushed || meant(passage, 'outrank').length > 0 ? 'harm' : 'order'
}

const MANUAL = /^(?:docs?|developers?|dev|help|support|learn|wiki|status|www)\./

const TITLES = /^[^\n]{0,400}["')]\s{0,4}\n\[[^\]\n]{1,80}\]:\s{0,4}https?:/

/** Keys, a conversation or someone's data next to a stranger's address: in a hidden text no verb has to join them. */
function linksPrivate(passage: Passage): boolean {
  const intents = passage.intents()
  // A list of links names many, and titles of links are shown.
  if (passage.addresses.length > 2 || TITLES.test(passage.segment.text)) return false
  if (intents.length === 0 || !namesStranger(passage)) return false
  if (intents.some(({ isNegated, isQuoted }) => isNegated || isQuoted)) return false
  const slots = slotsIn(passage.text)
  return PRIVATE.some((object) => slots.has(object))
}

function namesStranger({ addresses }: Passage): boolean {
  return addresses.some(
    (address) => address.kind !== 'code' && isThirdPlace({ kind: 'address', address }) && !MANUAL.test(address.host),
  )
}

/** Keys, a conversation or the agent's own files, in any sentence that is meant. */
function concernsAgent(passage: Passage): boolean {
  return passage
    .intents()
    .some(
      ({ objects, isQuoted }) =>
        !isQuoted && objects.some((object) => PRIVATE.includes(object) || STANDING_FILES.includes(object)),
    )
}

const SHOWN =
  /\b(?:sample|example|output|answer|reply|report|response|page|beispiel|ejemplo|exemple)s?\b|示例|例に|回答/i

/** A secret that is to be copied to where others read it. */
function exposes({ act, objects, clause }: IntentFact): boolean {
  return (act === 'read' || act === 'write' || act === 'amend') && objects.includes('secret') && SHOWN.test(clause)
}

/** To whom a text is spoken, in the languages of the grammar. */
const ADDRESSED =
  /\bfor the (?:model|assistant|agent|ai) only\b|\b(?:assistant|agent|ai|model|llm|claude|copilot|gpt|bot)s?\s{0,2}(?:[:,–—]|-(?!\w))|\b(?:note|message|instructions?|reminder|hint|directive) (?:to|for) (?:the |any |all |every )?(?:ai|assistant|agent|model|llm|claude|bot)|\b(?:an|für) (?:die|den|das) (?:ki|assistent\w*|agent\w*|modell)\b|\b(?:para|al?) (?:el |la )?(?:asistente|agente|modelo|ia)\b|(?:à|a|pour) (?:l['’]|le |la )?(?:assistant|agent|ia|mod[eè]le)\b|[给致](?:ai|助手|模型|智能体)|(?:ai|アシスタント|エージェント|モデル)(?:へ|向け|宛)|(?:助手|智能体)[:：，,]/i

function isHarm({ act, objects, place }: IntentFact, isAddressed: boolean): boolean {
  const isPrivate = objects.some((object) => PRIVATE.includes(object))
  if (act === 'send') return isPrivate && (isAddressed || (place !== undefined && isThirdPlace(place)))
  if (!isAddressed) return false
  if (act === 'disable') return objects.includes('control')
  if (act === 'write' || act === 'amend') return objects.some((object) => STANDING_FILES.includes(object)) || isPrivate
  return (act === 'read' || act === 'run') && objects.includes('secret')
}
