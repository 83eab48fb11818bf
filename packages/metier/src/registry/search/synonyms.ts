/** Words that people use for the same task: everyday knowledge, instead of a model. */
import { stem } from './stem.js'

// Groups of synonyms. Words before `>` also mean the words after it, but not the reverse: rain is weather.
const GROUPS: readonly string[] = [
  // Messages and people
  'email mail; inbox newsletter > email; gmail outlook > email; message chat',
  'sms imessage > message; contact person people; customer client; lead prospect',
  'colleague coworker > team; boss executive > ceo director; executive ceo director',
  'invite invitation; reply respond answer',
  // Pictures, sound and video
  'picture image photo photograph',
  'draw drawing sketch paint illustration artwork > image art; logo icon > design',
  'cinema series episode > movie tv; tv television; anime > series; video clip',
  'animation animate > video; subtitle caption; song track > music',
  'lyrics > song; music audio; playlist > music spotify; sound recording > audio; podcast > audio',
  'talk speak speech voice; spoken say > speak voice; transcribe transcript',
  'dictate dictation > transcribe speech; resize crop > image; camera webcam; meme gif',
  // Travel and places
  'trip travel journey; vacation holiday > travel; hotel accommodation lodging; plane airplane',
  'plane airplane aircraft > flight; flight > airline; airport > flight; train tram > rail transit',
  'railway rail train; subway metro underground tube; subway metro underground tube bus > transit',
  'transit transport; timetable departure > schedule; car vehicle automobile; bike bicycle',
  'taxi cab > ride; map location; nearby near > location place; address > location; restaurant cafe > food',
  'camp campsite campground',
  // Money and work
  'buy purchase; shop store; groceries grocery > shopping food; basket cart; pay payment',
  'bill invoice; receipt > expense invoice; cost price; cheap cheapest > price deal; spend spending',
  'salary wage > payroll; stock share equity; invest investor investment > portfolio stock',
  'tax > accounting; job vacancy career; candidate applicant; hire hiring > recruit recruitment',
  'resume cv; advert ad advertising; promote promotion > marketing; legal law lawyer',
  'sign signature; crypto cryptocurrency; bitcoin ethereum solana nft > crypto',
  'gamble bet casino wager; parcel package shipment; deliver delivery shipping',
  'freelance freelancer gig; insider executive; company corporate business',
  // Home and health
  'house home; flat apartment; rent landlord > property; light lamp bulb; heating heater > thermostat',
  'bed mattress > sleep; doorbell > camera; solar electricity power energy',
  'medicine medication drug; doctor > medical health; pain symptom sick > health; gym workout exercise',
  'jog jogging > run workout; calories > nutrition diet food',
  'dinner lunch breakfast > meal recipe food; cook cooking > recipe; rain snow sunny wind > weather',
  'weather forecast; pollen allergy; pollution smog > air; stress anxiety panic; calm relax > anxiety',
  'meditate meditation mindfulness; breathing > meditation; sad lonely > mood; habit streak',
  'goal objective; smoke smoking cigarette; kid child; dog cat > pet',
  'birthday anniversary > event reminder; plant garden gardening; football soccer; clothes outfit fashion',
  // Plans, notes and documents
  'calendar agenda; appointment meeting event; schedule plan; cron recurring > schedule',
  'todo task; chore errand > task; note memo; diary journal; document doc',
  'spreadsheet sheet; excel xlsx csv > spreadsheet; slide presentation deck; powerpoint pptx > presentation',
  'paperwork form > document; summary summarise summarize digest',
  'translate translation translator; rewrite rephrase paraphrase; proofread spelling > grammar',
  'newspaper > news; article blog; paper study > research; scientific academic scholar > research',
  'quote citation; exam quiz flashcard > study; school student homework > study education; teach tutor',
  'learn study; vocabulary > language; idea brainstorm; decide decision; debate argue; urgent important',
  'latest newest recent; bookmark favourite favorite; link url',
  // Computers
  'computer machine pc; laptop desktop > computer; mac macbook imac > macos',
  'phone telephone smartphone; mouse pointer cursor; keyboard typing; folder directory; terminal shell',
  'cli command; app application; website site webpage; homepage > website',
  'scrape crawl extract; api endpoint; webhook callback; server host',
  'branch merge rebase commit > git; pr > pull; kubernetes k8s; container docker',
  'database db; sql > database; postgres postgresql; mongo mongodb; javascript js; typescript ts',
  'markdown md; regex regexp; environment env; config configuration setting; setup install',
  'log logging; release ship deploy; bug defect error; issue ticket bug; crash fail failure',
  'broken > fix error; fix repair; debug troubleshoot diagnose; test testing',
  'slow speed fast > performance; optimise optimize; refactor cleanup; cache caching',
  'password credential secret; vault > password secret; 2fa otp mfa totp',
  'login signin > auth authentication; auth authentication authenticate',
  'hack hacker attacker exploit > security vulnerability; malware virus harden > security',
  'encrypt encryption; certificate ssl tls; domain dns; firewall > network; vpn proxy; backup > restore',
  'agent bot; assistant > agent; subagent > agent; parallel concurrent simultaneous',
  'memory remember recall; forget > memory; torrent magnet; printer printing; ui interface',
  'colour color',
  // What to do
  'find search lookup discover; delete remove; erase wipe > delete',
  'make compose > create generate; write draft; edit modify; change update; convert conversion',
  'turn > convert; compare diff comparison; watch monitor; alert notify notification',
  'download fetch; publish post; twitter x; tweet > twitter x',
  'copy duplicate clone; explain explanation; review audit; check verify validate; chart graph',
  'diagram flowchart > chart',
]

const TEXT = `; ${GROUPS.join('; ')};`
/** A word and its stem start with the same letters. */
const GROUP_LETTERS = 3

interface Narrow {
  readonly stem: string
  /** The stems of the words that it also means. */
  readonly others: readonly string[]
}

const known = new Map<string, readonly Narrow[]>()

/** The stems with a similar meaning. */
export function synonymsOf(stemmed: string): readonly string[] {
  const same = wordsWith(stemmed.slice(0, GROUP_LETTERS)).filter((word) => word.stem === stemmed)
  return [...new Set(same.flatMap(({ others }) => others))].filter((other) => other !== stemmed)
}

/** The words that start with some letters. Finding the stems of the whole table would take longer than most searches. */
function wordsWith(letters: string): readonly Narrow[] {
  const earlier = known.get(letters)
  if (earlier !== undefined) return earlier
  const words: Narrow[] = []
  for (let at = TEXT.indexOf(` ${letters}`); at >= 0 && letters !== ''; at = TEXT.indexOf(` ${letters}`, at + 1)) {
    const [narrow = [], broad = []] = groupAround(at)
    const word = TEXT.slice(at + 1).split(/[ ;]/, 1)[0] ?? ''
    if (isNarrow(at)) words.push({ stem: stem(word), others: (broad.length > 0 ? broad : narrow).map(stem) })
  }
  // There are no more groups than the table has, but queries have no end of letters.
  if (words.length > 0) known.set(letters, words)
  return words
}

/** The words before and after `>` in the group that contains a position. */
function groupAround(at: number): readonly (readonly string[])[] {
  const group = TEXT.slice(TEXT.lastIndexOf(';', at) + 2, TEXT.indexOf(';', at))
  return group.split(' > ').map((half) => half.split(' '))
}

/** Whether a word stands before the `>` of its group. */
function isNarrow(at: number): boolean {
  return TEXT.lastIndexOf('>', at) < TEXT.lastIndexOf(';', at)
}
