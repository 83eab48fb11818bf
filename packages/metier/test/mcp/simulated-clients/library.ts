/** Libraries of skills for the simulated clients, with a sentence per skill that a user would say for it. */

import { type Files, skillText } from '../../support/temporary.js'

interface Activity {
  readonly slug: string
  readonly does: string
  /** How a user asks for it; `*` is the thing. */
  readonly asked: string
}

interface Thing {
  readonly slug: string
  readonly named: string
  readonly asked: string
}

const ACTIVITIES: readonly Activity[] = [
  { slug: 'merge', does: 'Merges several', asked: 'please merge these * into one' },
  { slug: 'translate', does: 'Translates', asked: 'can you translate the * to French?' },
  { slug: 'validate', does: 'Validates', asked: 'validate our * before we ship' },
  { slug: 'summarize', does: 'Summarizes', asked: 'summarize the * I got yesterday' },
  { slug: 'encrypt', does: 'Encrypts', asked: 'encrypt all * with a password' },
  { slug: 'compress', does: 'Compresses', asked: 'the * are too large, compress them' },
  { slug: 'archive', does: 'Archives old', asked: 'archive last year’s *' },
  { slug: 'rename', does: 'Renames', asked: 'rename the * by date' },
  { slug: 'deduplicate', does: 'Finds and removes duplicate', asked: 'remove duplicate *' },
  { slug: 'schedule', does: 'Schedules', asked: 'schedule * for next Monday' },
  { slug: 'forecast', does: 'Forecasts trends from', asked: 'forecast the next quarter from our *' },
  { slug: 'anonymize', does: 'Anonymizes personal data in', asked: 'anonymize the * before sharing' },
  { slug: 'chart', does: 'Draws charts of', asked: 'draw a chart of the *' },
  { slug: 'migrate', does: 'Migrates between systems all', asked: 'migrate * to the new system' },
  { slug: 'annotate', does: 'Annotates', asked: 'annotate these * with comments' },
  { slug: 'benchmark', does: 'Benchmarks', asked: 'benchmark the * against last release' },
  { slug: 'publish', does: 'Publishes', asked: 'publish the * on the website' },
  { slug: 'restore', does: 'Restores from a backup', asked: 'restore * from backup' },
  { slug: 'classify', does: 'Classifies by topic', asked: 'classify the * by topic' },
  { slug: 'proofread', does: 'Proofreads', asked: 'proofread my *' },
  { slug: 'estimate', does: 'Estimates the effort behind', asked: 'estimate how much effort the * need' },
  { slug: 'monitor', does: 'Monitors and alerts on', asked: 'monitor * and alert me' },
  { slug: 'sign', does: 'Signs digitally', asked: 'sign the * digitally' },
  { slug: 'localize', does: 'Localizes for other regions', asked: 'localize * for Japan' },
  { slug: 'visualize', does: 'Visualizes relations between', asked: 'visualize how the * relate' },
]

const THINGS: readonly Thing[] = [
  { slug: 'invoices', named: 'invoices and bills', asked: 'invoices' },
  { slug: 'contracts', named: 'legal contracts', asked: 'contracts' },
  { slug: 'resumes', named: 'resumes of applicants', asked: 'resumes' },
  { slug: 'podcasts', named: 'podcast episodes', asked: 'podcast episodes' },
  { slug: 'spreadsheets', named: 'spreadsheets', asked: 'spreadsheets' },
  { slug: 'photos', named: 'photo albums', asked: 'photo albums' },
  { slug: 'recipes', named: 'cooking recipes', asked: 'recipes' },
  { slug: 'emails', named: 'email threads', asked: 'email threads' },
  { slug: 'tickets', named: 'support tickets', asked: 'support tickets' },
  { slug: 'calendars', named: 'calendar events', asked: 'calendar events' },
  { slug: 'migrations', named: 'database schemas', asked: 'database schemas' },
  { slug: 'dockerfiles', named: 'Docker images', asked: 'Docker images' },
  { slug: 'endpoints', named: 'REST endpoints', asked: 'REST endpoints' },
  { slug: 'logs', named: 'server logs', asked: 'server logs' },
  { slug: 'surveys', named: 'customer surveys', asked: 'customer surveys' },
  { slug: 'maps', named: 'hiking maps', asked: 'hiking maps' },
  { slug: 'lectures', named: 'lecture notes', asked: 'lecture notes' },
  { slug: 'poems', named: 'poems', asked: 'poems' },
  { slug: 'playlists', named: 'music playlists', asked: 'music playlists' },
  { slug: 'budgets', named: 'household budgets', asked: 'household budgets' },
  { slug: 'patents', named: 'patents', asked: 'patents' },
  { slug: 'genomes', named: 'genome sequences', asked: 'genome sequences' },
  { slug: 'blueprints', named: 'building blueprints', asked: 'blueprints' },
  { slug: 'subtitles', named: 'movie subtitles', asked: 'subtitles' },
  { slug: 'newsletters', named: 'newsletters', asked: 'newsletters' },
  { slug: 'payrolls', named: 'payroll records', asked: 'payroll records' },
  { slug: 'warranties', named: 'product warranties', asked: 'warranties' },
  { slug: 'telemetry', named: 'telemetry streams', asked: 'telemetry streams' },
  { slug: 'certificates', named: 'TLS certificates', asked: 'TLS certificates' },
  { slug: 'changelogs', named: 'changelogs', asked: 'changelogs' },
  { slug: 'glossaries', named: 'glossaries of terms', asked: 'glossaries' },
  { slug: 'auctions', named: 'auction listings', asked: 'auction listings' },
  { slug: 'prescriptions', named: 'medical prescriptions', asked: 'prescriptions' },
  { slug: 'itineraries', named: 'travel itineraries', asked: 'travel itineraries' },
  { slug: 'quizzes', named: 'school quizzes', asked: 'quizzes' },
  { slug: 'petitions', named: 'petitions', asked: 'petitions' },
  { slug: 'sensors', named: 'sensor readings', asked: 'sensor readings' },
  { slug: 'slides', named: 'slide decks', asked: 'slide decks' },
  { slug: 'wireframes', named: 'wireframes', asked: 'wireframes' },
  { slug: 'grants', named: 'grant proposals', asked: 'grant proposals' },
]

/** One skill with the sentence that should lead to it. */
export interface AskedSkill {
  readonly name: string
  readonly description: string
  readonly sentence: string
}

/** The first so many skills. Neighbours differ in what they do and in what they do it to. */
export function createLibrary(size: number): readonly AskedSkill[] {
  return Array.from({ length: size }, (_, at) => {
    const activity = ACTIVITIES[at % ACTIVITIES.length]
    const thing = THINGS[((at % ACTIVITIES.length) + Math.floor(at / ACTIVITIES.length)) % THINGS.length]
    if (activity === undefined || thing === undefined) throw new Error('the lists are empty')
    return {
      name: `${activity.slug}-${thing.slug}`,
      description: `${activity.does} ${thing.named}. Use it for whatever has to do with ${thing.named} of any kind and origin.`,
      sentence: activity.asked.replace('*', thing.asked),
    }
  })
}

export function toFiles(skills: readonly AskedSkill[]): Files {
  return Object.fromEntries(
    skills.map(({ name, description }) => [`${name}/SKILL.md`, skillText(name, description)] as const),
  )
}
