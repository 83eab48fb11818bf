/** Reads what a text asks for, sentence by sentence, in every language that has a vocabulary. */

import { type Clause, clausesOf, namesPlace } from './clauses.js'
import type { IntentAct, IntentFact, IntentPlace } from './intent.js'
import type { WordHit } from './lexicon.js'
import { objectsByPath } from './path-objects.js'
import { findPlaces, type PlaceHit } from './places.js'
import { ACT_SLOTS, type Act, OBJECTS, type ObjectKind, type Slot } from './slots.js'
import { wordsOf } from './vocabulary.js'

/** Every intent in a text with one sentence per line; `placeOf` turns an offset in it into the one that is reported. */
export function readIntents(text: string, placeOf: PlaceOf = (index) => index): readonly IntentFact[] {
  const own = wordsOf(text, namesPlace(text))
  if (own.length === 0) return NONE
  const clauses = clausesOf(text, own)
  return clauses.length === 0 ? NONE : clauses.flatMap((clause) => readClause(clause, placeOf))
}

const OBJECT_SLOTS: ReadonlySet<Slot> = new Set(OBJECTS)
const NONE: readonly IntentFact[] = []

type PlaceOf = (index: number) => number

function readClause({ text, from, quotes, hits: all }: Clause, placeOf: PlaceOf): readonly IntentFact[] {
  const places = findPlaces(text)
  // The words of an address say nothing.
  const hits =
    places.length === 0
      ? all
      : all.filter((hit) => !places.some((place) => hit.from >= place.from && hit.to <= place.to))
  const clause: Clause = { text, from, quotes, hits }
  const slots = new Set(hits.map(({ slot }) => slot))
  const facts = readActs(clause, slots, places, placeOf)
  const unspoken = slots.has('talk') || slots.has('personal') ? unspokenTarget(clause, places, facts) : undefined
  if (unspoken === undefined) return facts
  const fact = createFact(sharedBy(clause, slots), {
    act: 'send',
    place: unspoken.place,
    isNegated: false,
    isQuoted: isQuoted(unspoken.hit, clause),
    isUnspoken: true,
    index: placeOf(clause.from),
  })
  return [...facts, fact]
}

/** One fact per act, and one more if it is also forbidden. */
function readActs(
  clause: Clause,
  slots: ReadonlySet<Slot>,
  places: readonly PlaceHit[],
  placeOf: PlaceOf,
): readonly IntentFact[] {
  const { hits, text } = clause
  const facts: IntentFact[] = []
  let negated: ReadonlySet<WordHit> | undefined
  let shared: SharedFact | undefined
  for (const hit of hits) {
    if (!isAct(hit.slot)) continue
    negated ??= negatedActs(hits, text)
    const isNegated = negated.has(hit)
    const act = actOf(hit, clause, isNegated)
    if (act === undefined || facts.some((fact) => fact.act === act && fact.isNegated === isNegated)) continue
    shared ??= sharedBy(clause, slots)
    facts.push(
      createFact(shared, {
        act,
        place: PUTS.includes(act) ? targetOf(hit, clause, places) : sourceOf(hits, places),
        isNegated: act !== 'conceal' && isNegated,
        isQuoted: isQuoted(hit, clause),
        isUnspoken: false,
        index: placeOf(clause.from + hit.from),
      }),
    )
  }
  return facts
}

type OwnFact = Pick<IntentFact, 'act' | 'place' | 'isNegated' | 'isQuoted' | 'isUnspoken' | 'index'>
type SharedFact = Omit<IntentFact, keyof OwnFact>

/** Written out: there are many, and spreading is slow. */
function createFact(shared: SharedFact, own: OwnFact): IntentFact {
  return {
    act: own.act,
    objects: shared.objects,
    place: own.place,
    isNegated: own.isNegated,
    isQuoted: own.isQuoted,
    isSecret: shared.isSecret,
    isStanding: shared.isStanding,
    isAsked: shared.isAsked,
    isOwn: shared.isOwn,
    isFirst: shared.isFirst,
    isUnspoken: own.isUnspoken,
    isAddressed: shared.isAddressed,
    index: own.index,
    clause: shared.clause,
  }
}

/** What holds for every act of a clause. */
function sharedBy({ text, hits }: Clause, slots: ReadonlySet<Slot>): SharedFact {
  return {
    objects: [...new Set([...[...slots].filter(isObject), ...objectsByPath(text)])],
    isStanding: slots.has('standing'),
    isAsked: slots.has('asked') && hits.some((hit) => hit.slot === 'asked' && !isJustNegated(hit, hits)),
    isOwn: slots.has('own'),
    isFirst: slots.has('first'),
    isAddressed: slots.has('agent'),
    isSecret: slots.has('quietly'),
    clause: text,
  }
}

function isSent(facts: readonly IntentFact[]): boolean {
  return facts.some(({ act, place }) => act === 'send' && place !== undefined)
}

/** Acts that say what an address is for. */
const MOVES: readonly IntentAct[] = ['send', 'fetch', 'read', 'install', 'run', 'obey', 'follow', 'erase']

/** Someone's data and a marked target, with no verb or one that no table has: "transcript to https://…". */
function unspokenTarget(
  clause: Clause,
  places: readonly PlaceHit[],
  facts: readonly IntentFact[],
): { readonly hit: WordHit; readonly place: IntentPlace } | undefined {
  const hit = clause.hits.find(({ slot }) => slot === 'talk' || slot === 'personal')
  if (hit === undefined || clause.hits.some(({ slot }) => slot === 'not' || slot === 'notAfter')) return undefined
  // Nothing is fetched from a mailbox.
  const mail = places.find(({ place }) => place.kind === 'mail')?.place
  const isSaid = facts.some(({ act, place }) => (act === 'send' ? place !== undefined : MOVES.includes(act)))
  const place = mail !== undefined && !isSent(facts) ? mail : isSaid ? undefined : targetOf(hit, clause, places)
  return place === undefined || place.kind === 'collector' || place.kind === 'public' ? undefined : { hit, place }
}

/** Acts that put something somewhere. */
const PUTS: readonly IntentAct[] = ['send', 'amend']

function isObject(slot: Slot): slot is ObjectKind {
  return OBJECT_SLOTS.has(slot)
}

function actOf(hit: WordHit, { text, hits }: Clause, isNegated: boolean): IntentAct | undefined {
  const slot = hit.slot
  if (!isAct(slot)) return undefined
  if (slot === 'hush') return isNegated ? undefined : 'conceal'
  if (slot === 'appear') return isNegated && isAboutReport(hit, hits) ? 'conceal' : undefined
  if (slot !== 'tell') return slot
  const isAsking = ASKING.test(text.slice(hit.from, hit.to))
  return isNegated && isAboutThis(hit, isAsking, hits) ? 'conceal' : undefined
}

/** "Do not ask for the key in the chat" hides nothing; "do not ask for confirmation" does. */
const ASKING = /^(?:ask|prompt|frag|pid|pregunt|demand|sollicit|询问|征求|尋ね|聞か|問わ)/i

function isAct(slot: Slot): slot is Act {
  return ACT_SLOTS.has(slot)
}

/** Hits within a sentence of another; scripts without spaces need fewer characters for one. */
function around(center: WordHit, hits: readonly WordHit[]): readonly WordHit[] {
  const near = center.language >= FIRST_WIDE ? 16 : 48
  return hits.filter(({ from, to }) => to > center.from - near && from < center.to + near)
}

/** Chinese and Japanese come last among the vocabularies. */
const FIRST_WIDE = 4

/** Someone is not to hear of it, or of this very step; what only concerns the form of an answer does not count. */
function isAboutThis(tell: WordHit, isAsking: boolean, hits: readonly WordHit[]): boolean {
  const near = around(tell, hits)
  if (isAsking && !near.some(({ slot }) => slot === 'control')) return false
  if (near.some(({ slot, from }) => slot === 'style' && from >= tell.from)) return false
  return near.some(({ slot }) => slot === 'user' || slot === 'step' || slot === 'it')
}

/** An account leaves the step out; an account without some material is a matter of form. */
function isAboutReport(appear: WordHit, hits: readonly WordHit[]): boolean {
  const near = around(appear, hits)
  const isForm = near.some(({ slot }) => slot === 'style' || slot === 'secret' || slot === 'personal' || slot === 'own')
  return !isForm && near.some(({ slot }) => slot === 'report')
}

/** Distance between a negation and what it negates, by script. */
function reachOf(hit: WordHit): number {
  return hit.language >= FIRST_WIDE ? 12 : 44
}

/** A negation that has not been used up: where its reach begins, and what it negated so far. */
interface OpenNegation {
  readonly at: number
  readonly act: WordHit | undefined
}

function negatedActs(hits: readonly WordHit[], text: string): ReadonlySet<WordHit> {
  const negated = new Set<WordHit>()
  let open: OpenNegation | undefined
  hits.forEach((hit, at) => {
    if (hit.slot === 'not') open = { at: hit.to, act: undefined }
    if (!isAct(hit.slot)) return
    const isBound = open !== undefined && binds(open, hit, text)
    if (isBound || isNegatedAfter(hit, hits, at)) negated.add(hit)
    // "Never skip", "do not forget to": what follows is wanted.
    open = isBound && hit.slot !== 'disable' ? { at: hit.to, act: hit } : undefined
  })
  return negated
}

/** A list of verbs: "read, copy or upload". */
const LISTED = /\b(?:or|nor|oder|noch|o|ni|ou)\b|或|や|^[\s,，、]{0,4}$/i

/** "Do not tell anyone and send it" negates one verb, "never read or send it" both. */
function binds({ at, act }: OpenNegation, hit: WordHit, text: string): boolean {
  if (act?.from === hit.from) return true
  const isSameKind = act === undefined || (act.slot === 'tell') === (hit.slot === 'tell')
  const gap = text.slice(at, hit.from)
  const isList = act !== undefined && (LISTED.test(gap) || LISTED.test(text.slice(hit.to)))
  const isApart = (!isList && gap.match(BREAK)?.length === 1) || (act === undefined && NEXT.test(gap))
  return isSameKind && !isApart && hit.from >= at && hit.from - at <= reachOf(hit)
}

/** "So as not to start over, save it": one of these ends the reach, two only enclose something. */
const BREAK = /[,，]|\s[-–—]\s/g
/** "Stop and ask": the stop is an act of its own. */
const NEXT = /^\s{1,3}(?:and|und|y|et)\b/i

/** German and Japanese negate after the verb; the next verb ends the search. */
function isNegatedAfter(act: WordHit, hits: readonly WordHit[], at: number): boolean {
  const reach = act.language >= 4 ? 6 : 60
  for (const hit of hits.slice(at + 1)) {
    if (hit.from - act.to > reach) return false
    // A phrase such as "gehört nicht in die" contains its own negation.
    const start = act.slot === 'hush' ? act.to : act.from
    if (hit.slot === 'notAfter' && hit.language === act.language && hit.from >= start) return true
    if (isAct(hit.slot) && hit.from > act.to) return false
  }
  return false
}

function isJustNegated(hit: WordHit, hits: readonly WordHit[]): boolean {
  return hits.some(({ slot, to }) => slot === 'not' && to <= hit.from && hit.from - to <= 12)
}

/** Ends with a word that marks a target, by language; nothing but an opening mark may follow it. */
const TOWARDS: readonly RegExp[] = [
  /\b(?:to|at|via|into|through|towards?|form|channel|dashboard)\b(?:\s[\w#-]{1,20}){0,6}[\s:]{0,3}[`"'*(<[]{0,4}$|\b(?:with|on|using|POST|PUT)[\s:]{1,3}[`"'*(<[]{0,4}$/,
  /(?:^|[^\wäöüß])(?:an|nach|zu|zur|zum|auf|bei|über|unter|per|in|via)(?=\s)(?:\s[\wäöüß-]{1,24}){0,5}[\s:]{0,3}[`"'*(<[]{0,4}$/i,
  /\b(?:a|al|en|hacia|para|vía|mediante|por|formulario)\b(?:\s[\wáéíóúñ-]{1,24}){0,5}[\s:]{0,3}[`"'*(<[]{0,4}$/i,
  /(?:^|[\s'’])(?:à|au|aux|vers|sur|chez|via|dans|formulaire)(?:\s[\wàâéèêîôûç'’-]{1,24}){0,5}[\s:]{0,3}[`"'*(<[]{0,4}$/i,
  /(?:[向往给到至入上:：]|通过|经由|频道|表单|接口|地址|服务器|端点)[\s:：]{0,3}[`"'*(<「]{0,4}$/,
  /$^/,
]
const MARKED_AFTER = /^[`"')>\]」\s]{0,4}(?:に|へ|宛|まで|にも|のフォーム|的(?:表单|接口|频道|邮箱))/
const REACH = 60

/** Where something is sent: what is marked as a target, after the verb or, where verbs come last, before it. */
function targetOf(act: WordHit, { text, hits }: Clause, places: readonly PlaceHit[]): IntentPlace | undefined {
  const isFree = act.language === 1 || act.language >= 4
  const target = places.find(({ from, to }) => {
    if (from < act.to && !isFree) return false
    if (MARKED_AFTER.test(text.slice(to, to + 8))) return true
    return TOWARDS[act.language]?.test(text.slice(Math.max(0, from - REACH), from)) === true
  })
  if (target !== undefined) return target.place
  const word = hits.find(
    ({ slot, from }) => (slot === 'collector' || slot === 'public') && (isFree || from >= act.to),
  )?.slot
  return word === 'collector' || word === 'public' ? { kind: word } : undefined
}

function sourceOf(hits: readonly WordHit[], places: readonly PlaceHit[]): IntentPlace | undefined {
  const [first] = places
  if (first !== undefined) return first.place
  const word = hits.find(({ slot }) => slot === 'collector' || slot === 'public')?.slot
  return word === 'collector' || word === 'public' ? { kind: word } : undefined
}

function isQuoted(act: WordHit, { from, hits, quotes }: Clause): boolean {
  const at = from + act.from
  const isInside = quotes().some((quote) => at > quote.from && at < quote.to)
  return isInside || hits.some((hit) => hit.slot === 'attack' && hit.from < act.from)
}
