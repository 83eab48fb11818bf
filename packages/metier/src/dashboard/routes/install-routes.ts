/** The install page: look for a skill, see what a source offers, and install it through the gate. */

import { renderTrustRefusal } from '../../contracts/decisions.js'
import { nameOffers } from '../../manager/store-operations/name-offers.js'
import { searchRemotely } from '../../manager/store-operations/search-remote.js'
import { findInstallRoot } from '../../manager/store-operations/store-context.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { redactSecrets } from '../../sources/redact.js'
import type { InstallsView, InstallView, OffersView } from '../api/installs.js'
import type { DashboardContext } from '../dashboard-context.js'
import { flag, oneOf, optional, SKILL, text } from '../http/input.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import type { PendingInstall } from '../installs/pending-install.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { nameRecord } from '../skills/installed-words.js'
import { readLockEntries } from '../skills/lock-entries.js'
import { NO_INPUT, type RouteTable } from './route.js'
import { found, withSkill } from './skill-routes.js'

const LONGEST_SOURCE = 4_096
const LONGEST_NAME = 1_024
const LONGEST_QUERY = 500
const LONGEST_ID = 64
const MOST_OFFERS = 1_000
const MOST_FOUND = 50
const USUAL_REGISTRY = 'clawhub'
const DIGEST = text(128)

type Names =
  | 'GET /api/registry'
  | 'POST /api/offers'
  | 'GET /api/installs'
  | 'POST /api/installs'
  | 'GET /api/install'
  | 'GET /api/install/file'
  | `POST /api/install/${'agree' | 'cancel' | 'undo'}`
  | 'POST /api/skill/update'
  | 'POST /api/trust'

export const installRoutes: RouteTable<Names> = {
  'GET /api/registry': {
    input: { query: text(LONGEST_QUERY), source: optional(text(LONGEST_SOURCE)) },
    answer: async ({ query, source = USUAL_REGISTRY }, context, { signal }) => {
      const { known } = context.options
      const { registries } = known.settings()
      const further = { ...known.options.sources, registries: { ...registries, ...known.options.sources?.registries } }
      const searched = await searchRemotely(query, { ...further, from: source, limit: MOST_FOUND, signal })
      if (!searched.ok) return searched
      const { skills, source: registry } = searched.value
      return found({
        query,
        skills: {
          entries: skills.map(({ name, slug, description, version }) => ({
            name,
            description,
            version: version ?? null,
            source: registry,
            install: { source: registry, skill: slug },
            isInstalled: isKnown(context, slug),
          })),
          left: 0,
        },
        command: context.command('search', query, '--from', source),
      })
    },
  },
  'POST /api/offers': {
    input: { source: text(LONGEST_SOURCE) },
    answer: ({ source }, context, { signal }) => listOffers(context, source, signal),
  },
  'GET /api/installs': {
    input: NO_INPUT,
    answer: (_, context) => found({ installs: context.installs.list(), places: findPlaces(context) }),
  },
  'POST /api/installs': {
    input: {
      source: text(LONGEST_SOURCE),
      skill: optional(text(LONGEST_NAME)),
      scope: optional(oneOf('project', 'personal')),
      force: optional(flag),
    },
    answer: async ({ source, skill, scope = 'personal', force = false }, context, { signal }) => {
      const chosen = skill === undefined ? await chooseOnly(context, source, signal) : found(skill)
      if (!chosen.ok) return chosen
      const into = findPlaces(context)[scope]
      return context.installs.begin({ action: 'install', source, skill: chosen.value, scope, force, into })
    },
  },
  'POST /api/skill/update': {
    input: { skill: SKILL, force: optional(flag) },
    answer: ({ skill, force = false }, context) =>
      withSkill(context, skill, (entry) => beginUpdate(context, entry, force)),
  },
  'GET /api/install': {
    input: { id: text(LONGEST_ID) },
    answer: ({ id }, context) => withInstall(context, id, async () => undefined),
  },
  'GET /api/install/file': {
    input: { id: text(LONGEST_ID), path: text(4_096) },
    answer: ({ id, path }, { installs }) => installs.readFile(id, path),
  },
  'POST /api/install/agree': {
    input: { id: text(LONGEST_ID), digest: DIGEST },
    answer: ({ id, digest }, context) =>
      withInstall(context, id, async (install) => {
        const waiting = install.waitingFor
        if (waiting === undefined) return refuseRequest('request_invalid', 'This install does not wait for agreement')
        if (waiting !== digest) {
          return refuseRequest('integrity_mismatch', 'The digest is not that of the files in quarantine', [
            'Look at the files again',
          ])
        }
        await install.agree()
        return undefined
      }),
  },
  'POST /api/install/cancel': {
    input: { id: text(LONGEST_ID) },
    answer: ({ id }, context) => withInstall(context, id, (install) => install.cancel().then(() => undefined)),
  },
  'POST /api/install/undo': {
    input: { id: text(LONGEST_ID) },
    answer: ({ id }, context) =>
      withInstall(context, id, async (install) => {
        if (install.view.state !== 'installed') return refuseRequest('request_invalid', 'There is nothing to undo')
        await install.undo()
        return undefined
      }),
  },
  'POST /api/trust': {
    input: { source: text(LONGEST_SOURCE) },
    answer: async ({ source }, { decisions, command }) => {
      const outcome = await decisions.trust(source)
      if (!outcome.ok) {
        const { error, hint } = renderTrustRefusal(outcome.refusal)
        return refuseRequest('request_invalid', error, hint === undefined ? [] : [hint])
      }
      return found({
        message: `Skills from ${outcome.source} can be installed now`,
        command: command('trust', outcome.source),
        undo: command('trust', outcome.source, '--remove'),
        warnings: [],
      })
    },
  },
}

/** The directories that skills are installed into. */
function findPlaces({ options: { known } }: DashboardContext): InstallsView['places'] {
  const [project, personal] = [findInstallRoot(known, true), findInstallRoot(known, false)]
  return { project: project.ok ? project.value.path : null, personal: personal.ok ? personal.value.path : null }
}

async function beginUpdate(
  context: DashboardContext,
  { id, record }: SkillEntry,
  force: boolean,
): Promise<RouteOutcome<InstallView>> {
  const { situation } = context.live.current()
  const locked = (await readLockEntries(situation))(record)
  if (locked === undefined) {
    return refuseRequest('request_invalid', `Metier did not install ${record.name}`, [
      'Only installed skills have a source',
    ])
  }
  const scope = record.root.scope === 'project' ? 'project' : 'personal'
  const place = { directory: directoryOf(record), into: record.root.path, scope } as const
  const named = await nameRecord(situation, record, id)
  return context.installs.begin({ action: 'update', skill: id, named, source: locked.source, force, ...place })
}

async function withInstall(
  { installs }: DashboardContext,
  id: string,
  act: (install: PendingInstall) => Promise<RouteOutcome<never> | undefined>,
): Promise<RouteOutcome<InstallView>> {
  const install = installs.find(id)
  if (!install.ok) return install
  return (await act(install.value)) ?? found(install.value.view)
}

async function listOffers(
  context: DashboardContext,
  source: string,
  signal: AbortSignal,
): Promise<RouteOutcome<OffersView>> {
  const writer = await context.writer()
  const named = await writer.findNamed(source)
  // A registry that was named with a skill would list all of its skills, or none.
  const shown = redactSecrets(source)
  if (typeof named === 'string') {
    const offer = {
      skill: named,
      name: named,
      description: null,
      version: null,
      commit: null,
      path: null,
      plugin: null,
    }
    const entries = [{ ...offer, isInstalled: isKnown(context, named) }]
    return found({ source: shown, offers: { entries, left: 0 }, command: context.command('install', shown, '--list') })
  }
  const listed = await writer.listOffered({ from: source, signal, mayBeEmpty: true })
  if (!listed.ok) return { ok: false, failure: listed.failure }
  const offers = nameOffers(listed.value)
  return found({
    source: shown,
    offers: {
      entries: offers.slice(0, MOST_OFFERS).map(({ word, offer }) => ({
        skill: word,
        name: offer.name,
        description: offer.description ?? null,
        version: offer.version ?? null,
        commit: offer.commit ?? null,
        path: offer.path ?? null,
        plugin: offer.plugin ?? null,
        isInstalled: isKnown(context, offer.name),
      })),
      left: Math.max(0, offers.length - MOST_OFFERS),
    },
    command: context.command('install', shown, '--list'),
  })
}

/** The only skill of a source. */
async function chooseOnly(
  context: DashboardContext,
  source: string,
  signal: AbortSignal,
): Promise<RouteOutcome<string>> {
  const listed = await listOffers(context, source, signal)
  if (!listed.ok) return listed
  const { entries } = listed.value.offers
  const [first, ...others] = entries
  if (first !== undefined && others.length === 0) return found(first.skill)
  const names = entries.slice(0, 20).map(({ skill }) => skill)
  return entries.length === 0
    ? refuseRequest('skill_not_found', 'This source offers no skills')
    : refuseRequest('request_invalid', `This source offers ${entries.length} skills`, [
        `Choose one: ${names.join(', ')}`,
      ])
}

function isKnown({ live }: DashboardContext, name: string): boolean {
  return live.current().entries.find(name) !== undefined
}
