/** Words that people use for the same task: everyday knowledge, instead of a model. */
import { stem } from './stem.js'

// Groups of synonyms. Words before `>` also mean the words after it, but not the reverse: rain is weather.
const GROUPS: readonly string[] = [
  // Messages and people
  'email mail; inbox newsletter > email; gmail outlook > email; message chat; chat conversation;',
  'sms imessage > message; contact person people; customer client; lead prospect; helpdesk complaint > support;',
  'colleague coworker > team; boss executive > ceo director; executive ceo director; friend family > contact;',
  'invite invitation; reply respond answer',
  // Pictures, sound and video
  'picture image photo photograph; screenshot selfie portrait wallpaper > image;',
  'draw drawing sketch paint illustration artwork > image art; logo icon > design; movie film;',
  'cinema series episode > movie tv; tv television; anime > series; video clip; youtube vimeo > video;',
  'animation animate > video; subtitle caption; song track > music; singer band artist album > music;',
  'lyrics > song; music audio; playlist > music spotify; sound recording > audio; podcast > audio episode;',
  'talk speak speech voice; spoken say > speak voice; transcribe transcript transcription;',
  'dictate dictation > transcribe speech; resize crop > image; camera webcam; meme gif',
  // Travel and places
  'trip travel journey; vacation holiday > travel; hotel accommodation lodging; plane airplane aircraft;',
  'plane airplane aircraft > flight; flight > airline; airport > flight; train tram > rail transit transport;',
  'railway rail train; subway metro underground tube; subway metro underground tube bus > transit transport;',
  'transit transport; timetable departure > schedule; car vehicle automobile; bike bicycle cycling;',
  'taxi cab > ride; map location; nearby near > location place; address > location; restaurant cafe > food place;',
  'camp campsite campground',
  // Money and work
  'buy purchase; shop store; groceries grocery > shopping food; basket cart; pay payment; money > finance;',
  'bill invoice; receipt > expense invoice; cost price; cheap cheapest > price deal; spend spending expense;',
  'salary wage > payroll; stock share equity; invest investor investment > portfolio stock; bank > finance;',
  'tax > accounting; job vacancy career; candidate applicant; hire hiring > recruit recruitment candidate;',
  'resume cv; advert ad advertising; promote promotion > marketing; legal law lawyer; contract agreement;',
  'sign signature; crypto cryptocurrency; bitcoin ethereum solana nft > crypto; coin token;',
  'gamble bet casino wager; parcel package shipment; deliver delivery shipping; auction bid;',
  'freelance freelancer gig; insider executive; company corporate business',
  // Home and health
  'house home; flat apartment; rent landlord > property; light lamp bulb; heating heater > thermostat temperature;',
  'bed mattress > sleep; doorbell > camera; solar electricity power energy; charge battery;',
  'medicine medication drug; doctor > medical health; pain symptom sick > health; gym workout exercise fitness;',
  'jog jogging > run workout; calories > nutrition diet food; meal food;',
  'dinner lunch breakfast > meal recipe food; cook cooking > recipe; rain snow sunny wind > weather forecast;',
  'weather forecast; pollen allergy; pollution smog > air; stress anxiety panic; calm relax > anxiety meditation;',
  'meditate meditation mindfulness; breathing > meditation; sad lonely > mood; habit streak; motivate motivation;',
  'goal objective; smoke smoking cigarette; kid child; dog cat > pet; gift present;',
  'birthday anniversary > event reminder; plant garden gardening; football soccer; clothes outfit fashion',
  // Plans, notes and documents
  'calendar agenda; appointment meeting event; schedule plan; cron recurring > schedule; remind reminder;',
  'todo task; chore errand > task; note memo; diary journal; document doc; word docx > document;',
  'spreadsheet sheet; excel xlsx csv > spreadsheet; slide presentation deck; powerpoint pptx > presentation slide;',
  'paperwork form > document; summary summarise summarize digest; tldr recap > summary;',
  'translate translation translator; rewrite rephrase paraphrase; proofread spelling > grammar; news headline;',
  'newspaper > news; article blog; paper study > research; scientific academic scholar > research; book ebook;',
  'quote citation; exam quiz flashcard > study; school student homework > study education; teach tutor teacher;',
  'learn study; vocabulary > language; idea brainstorm; decide decision; debate argue; urgent important priority;',
  'latest newest recent; bookmark favourite favorite; link url',
  // Computers
  'computer machine pc; laptop desktop > computer; mac macbook imac > macos; iphone ipad > ios;',
  'phone telephone smartphone; mouse pointer cursor; keyboard typing; folder directory; terminal shell console;',
  'cli command; app application; website site webpage; homepage > website; browser chrome firefox > browser;',
  'scrape crawl extract; api endpoint; webhook callback; server host; repo repository;',
  'branch merge rebase commit > git; pr > pull; kubernetes k8s; container docker; dockerfile > docker;',
  'database db; sql > database; postgres postgresql; mongo mongodb; javascript js; typescript ts; python py;',
  'markdown md; regex regexp; environment env; config configuration setting; setup install installation;',
  'log logging; release ship deploy; bug defect error; issue ticket bug; crash fail failure error;',
  'broken > fix error; fix repair; debug troubleshoot diagnose; test testing; retry rerun;',
  'slow speed fast > performance; optimise optimize; refactor cleanup; cache caching; compress zip > archive;',
  'password credential secret; vault > password secret; 2fa otp mfa totp; 2fa otp mfa totp > authentication;',
  'login signin > auth authentication; auth authentication authenticate; permission access;',
  'hack hacker attacker exploit > security vulnerability; malware virus harden > security; security secure;',
  'encrypt encryption; certificate ssl tls; domain dns; firewall > network; vpn proxy; backup > restore snapshot;',
  'agent bot; assistant > agent; subagent > agent; parallel concurrent simultaneous; llm gpt > model;',
  'memory remember recall; forget > memory; torrent magnet; printer printing; ui interface; ux usability > design;',
  'colour color',
  // What to do
  'find search lookup discover; delete remove; erase wipe > delete; create generate;',
  'make compose > create generate; write draft; edit modify; change update; convert conversion transform;',
  'turn > convert; compare diff comparison; watch monitor; alert notify notification; warn warning > alert;',
  'download fetch; publish post; twitter x; tweet > twitter x; reddit facebook instagram linkedin > social;',
  'copy duplicate clone; explain explanation; review audit; check verify validate; chart graph plot;',
  'diagram flowchart > chart',
]

let table: ReadonlyMap<string, readonly string[]> | undefined

/** The stems with a similar meaning. */
export function synonymsOf(stemmed: string): readonly string[] {
  table ??= readGroups()
  return table.get(stemmed) ?? []
}

function readGroups(): ReadonlyMap<string, readonly string[]> {
  const meanings = new Map<string, string[]>()
  for (const group of GROUPS.flatMap((line) => line.split('; '))) {
    const [narrow = [], broad = []] = group.split(' > ').map((half) => half.split(' ').map(stem))
    for (const one of narrow) {
      const others = (broad.length > 0 ? broad : narrow).filter((other) => other !== one)
      meanings.set(one, [...new Set([...(meanings.get(one) ?? []), ...others])])
    }
  }
  return meanings
}
