/** What every route works with: the parts of a manager, what is live, and how things are said. */

import type { KnownSkills } from '../manager/known-skills.js'
import { SkillDecisions } from '../manager/skill-decisions.js'
import type { SkillManager } from '../manager/skill-manager.js'
import type { SkillWriter } from '../manager/skill-writer.js'
import type { StoreHost } from '../manager/store-operations/store-host.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { findHome } from '../system/files/paths.js'
import { type ActivityLog, createActivityLog } from './activity/activity-log.js'
import type { SkillId } from './api/common.js'
import type { DashboardOptions } from './dashboard-options.js'
import { createHideHome, type HideHome } from './http/hide-home.js'
import { type RouteOutcome, refuseRequest } from './http/problem.js'
import { createInstalls, type Installs } from './installs/installs.js'
import { createEventHub, type EventHub } from './live/event-hub.js'
import { createFollowedSkills, type FollowedSkills } from './live/followed-skills.js'
import { createLiveSkills, type LiveSkills } from './live/live-skills.js'
import type { SkillEntry } from './live/skill-entries.js'
import { createStoreNews, type StoreNews } from './overview/store-news.js'
import { createVisits, type Visits } from './overview/visits.js'
import { createExaminations, type Examinations } from './skills/examinations.js'
import { createOverlaps, type Overlaps } from './skills/overlaps.js'
import { createSights, type Sights } from './skills/sights.js'
import { createPlaygrounds, type Playgrounds } from './tools/playgrounds.js'

export interface DashboardContext {
  readonly options: DashboardOptions
  readonly skillManager: SkillManager
  readonly decisions: SkillDecisions
  readonly live: LiveSkills
  readonly hub: EventHub
  readonly hideHome: HideHome
  readonly examinations: Examinations
  /** Skills whose files a page shows. */
  readonly followed: FollowedSkills
  readonly overlaps: Overlaps
  readonly sights: Sights
  readonly visits: Visits
  readonly storeNews: StoreNews
  readonly installs: Installs
  readonly playgrounds: Playgrounds
  readonly activity: ActivityLog
  /** Installs and removes; loaded by the first request that does. */
  writer(): Promise<SkillWriter>
  /** The command that does the same as a button, with the options that find the same skills. */
  command(...words: readonly string[]): string
  /** The skill of an id. */
  find(id: SkillId): RouteOutcome<SkillEntry>
}

/** One request: the page that sent it, and a signal that is aborted if the page goes away. */
export interface RequestSource {
  readonly page: string | undefined
  readonly signal: AbortSignal
}

export function createDashboardContext(options: DashboardOptions): DashboardContext {
  const { known, skillManager, completeCommand } = options
  const hideHome = createHideHome([known.place.home, findHome()])
  const hub = createEventHub(hideHome)
  const live = createLiveSkills(known, skillManager, hideHome, hub.send)
  const decisions = new SkillDecisions(known)
  const activity = createActivityLog(hub)
  const examinations = createExaminations({ options, decisions, hub })
  const command = (...words: readonly string[]) => completeCommand(['metier', ...words].map(quoteForShell).join(' '))
  let loading: Promise<SkillWriter> | undefined
  const writer = () => {
    loading ??= import('../manager/skill-writer.js').then(({ SkillWriter: Writer }) => new Writer(hostOfPage(known)))
    return loading
  }
  const context: Omit<DashboardContext, 'installs'> = {
    options,
    skillManager,
    decisions,
    live,
    hub,
    hideHome,
    examinations,
    followed: createFollowedSkills((entry) => {
      examinations.forget(entry)
      examinations.start([entry])
      hub.send({ type: 'skills', version: live.current().version, changes: [], edited: [entry.id] })
    }),
    overlaps: createOverlaps({ skillManager, live, hub, onError: options.onError }),
    sights: createSights(known, (agent, scope) => command('link', '--agent', agent, `--${scope}`)),
    visits: createVisits(known),
    storeNews: createStoreNews(writer),
    playgrounds: createPlaygrounds(options, (event) => activity.record(event, 'page')),
    activity,
    writer,
    command,
    find: (id) => {
      const entry = live.current().entries.find(id)
      if (entry !== undefined) return { ok: true, value: entry }
      return refuseRequest('skill_not_found', `Skill '${id.slice(0, 200)}' not found`, [
        'It may have been removed; look at the list of skills',
      ])
    },
  }
  return Object.assign(context, { installs: createInstalls(context) })
}

/** A person at the page may name a repository on disk, as at the command line; no tool may. */
function hostOfPage(known: KnownSkills): StoreHost {
  const { options } = known
  return { ...known, options: { ...options, sources: { ...options.sources, allowsFileUrls: true } } }
}
