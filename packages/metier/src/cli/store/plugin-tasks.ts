/** Updates or removes a plugin as a unit, with one summary. */

import { renderPluginRemoval, renderPluginUpdate } from '../../contracts/plugin-renderers.js'
import type { GoneSkill, PluginRemoval, PluginUpdate, StoreOutcome } from '../../contracts/store-outcomes.js'
import type { UpdateOptions } from '../../manager/store-operations/store-options.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import type { Input } from '../arguments/command.js'
import { typeAgain, whereOf } from '../arguments/typed-again.js'
import { type Line, say, styled } from '../terminal/lines.js'
import { describeStep } from '../terminal/short-id.js'
import { composeLinks } from './link-lines.js'
import type { StoreTask } from './store-command.js'
import { composeNotices } from './store-lines.js'
import type { StoreFailure } from './store-refusal.js'
import type { Talk } from './store-talk.js'
import { composeNext, composeUpdate } from './update-lines.js'

type Decide = (talk: Talk) => Pick<UpdateOptions, 'accept' | 'allow' | 'review' | 'force'>

export function updatePluginTask(plugin: string, input: Input, decide: Decide): StoreTask<StoreOutcome<PluginUpdate>> {
  return {
    run: (writer, options, talk) => writer.updatePlugin(plugin, { ...options, ...decide(talk) }),
    render: renderPluginUpdate,
    compose: (given, talk) => (given.ok ? composePluginUpdate(given.value, input, talk) : []),
    findFailure: (given) => (given.ok ? findFailedUpdates(given.value) : { refusal: given }),
  }
}

function composePluginUpdate(update: PluginUpdate, input: Input, talk: Talk): readonly Line[] {
  const done = update.updates.flatMap(({ outcome }) => (outcome.ok ? [outcome.value] : []))
  const changed = [
    ...done.filter(({ status }) => status === 'updated').map(({ name }) => name),
    ...update.gone.filter(({ status }) => status === 'removed').map(({ name }) => name),
  ]
  return [
    ...done.flatMap((skill) => composeUpdate(skill, skill.name, talk)),
    ...update.gone.flatMap((skill) => composeGone(skill, talk)),
    composeSummary(update, talk),
    ...composeAdded(update, input),
    ...composeUndo(input, changed),
    ...composeNext(input, [...done, ...update.gone], talk),
  ]
}

const WHAT: Readonly<Record<Exclude<GoneSkill['status'], 'failed'>, string>> = {
  removed: 'removed',
  edited: 'kept, because you edited it',
  pinned: 'kept, because it is pinned',
  reviewed: 'would be removed',
}

function composeGone(skill: GoneSkill, { declined }: Talk): readonly Line[] {
  const { name, status } = skill
  if (status === 'failed') return []
  const what = declined.some((question) => question.skill === name) ? 'kept' : WHAT[status]
  const links = skill.status === 'removed' ? composeLinks({ outcomes: skill.links, unneeded: [] }) : []
  return [[styled(name, 'bold'), `: the plugin no longer has it; ${what}`], ...links]
}

const CHANGING: ReadonlySet<string> = new Set(['updated', 'reviewed'])

function composeSummary({ plugin, from, to, updates, gone }: PluginUpdate, { declined }: Talk): Line {
  const shown =
    declined.length > 0
      ? { updated: 'not updated', removed: 'not removed' }
      : { updated: 'would be updated', removed: 'would be removed' }
  const counts = [
    [updates.filter(({ outcome }) => outcome.ok && outcome.value.status === 'updated').length, 'updated'],
    [updates.filter(({ outcome }) => outcome.ok && outcome.value.status === 'reviewed').length, shown.updated],
    [updates.filter(({ outcome }) => outcome.ok && !CHANGING.has(outcome.value.status)).length, 'unchanged'],
    [gone.filter(({ status }) => status === 'removed').length, 'removed'],
    [gone.filter(({ status }) => status === 'reviewed').length, shown.removed],
    [gone.filter(({ status }) => !CHANGING.has(status) && status !== 'removed').length, 'no longer in the plugin'],
    [updates.filter(({ outcome }) => !outcome.ok).length, 'failed'],
  ] as const
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const version = to ?? from
  const step = version === undefined ? '' : ` ${describeStep(from ?? version, version)}`
  return [styled(`${plugin}${step}`, 'bold'), `: ${told.join(', ')}`]
}

function composeAdded({ added, source, plugin, scope }: PluginUpdate, input: Input): readonly Line[] {
  if (added.length === 0) return []
  const where = whereOf(input).flatMap(({ words }) => words)
  const place = where.length === 0 && scope === 'project' ? ['--project'] : where
  // Skills are installed for you unless a project is named.
  const kept = place.filter((word) => word !== '--personal')
  const command = ['metier', 'install', source, ...added, '--plugin', plugin, ...kept].map(quoteForShell).join(' ')
  return [`Not installed: ${added.join(', ')}. To install:`, ['  ', styled(command, 'cyan')]]
}

/** One command for each skill: each has versions of its own. */
function composeUndo(input: Input, names: readonly string[]): readonly Line[] {
  const where = whereOf(input)
  const commands = names.map((name) => typeAgain({ command: 'rollback', pieces: [{ words: [name] }, ...where] }, {}))
  return commands.length === 0 ? [] : ['To undo:', ...commands.map((command): Line => ['  ', styled(command, 'cyan')])]
}

function findFailedUpdates({ updates, gone }: PluginUpdate): StoreFailure | undefined {
  const failed = [
    ...updates.flatMap(({ name, outcome }) => (outcome.ok ? [] : [{ skill: name, label: name, refusal: outcome }])),
    ...gone.flatMap((skill) =>
      skill.status === 'failed' ? [{ skill: skill.name, label: skill.name, refusal: skill.outcome }] : [],
    ),
  ]
  const total = updates.length + gone.length
  return failed.length === 0 ? undefined : { error: `${failed.length} of ${total} skills could not be updated`, failed }
}

export function removePluginTask(plugin: string, input: Input): StoreTask<StoreOutcome<PluginRemoval>> {
  return {
    run: (writer, options) => writer.removePlugin(plugin, options),
    render: renderPluginRemoval,
    compose: (given) => (given.ok ? composePluginRemoval(given.value, input) : []),
    findFailure: (given) => (given.ok ? findFailedRemovals(given.value) : { refusal: given }),
  }
}

function composePluginRemoval({ plugin, removals }: PluginRemoval, input: Input): readonly Line[] {
  const removed = removals.flatMap(({ name, outcome }) => (outcome.ok ? [{ ...outcome.value, name }] : []))
  const names = removed.map(({ name }) => name)
  const kept = removed.filter(({ isKept }) => isKept).map(({ name }) => name)
  return [
    say(`Removed ${names.length} of ${removals.length} skills of ${plugin}: ${names.join(', ')}`),
    ...removed.flatMap(({ notices }) => composeNotices(notices)),
    ...removed.flatMap(({ links }) => composeLinks({ outcomes: links, unneeded: [] })),
    ...composeUndo(input, kept),
  ]
}

function findFailedRemovals({ removals }: PluginRemoval): StoreFailure | undefined {
  const failed = removals.flatMap(({ name, outcome }) =>
    outcome.ok ? [] : [{ skill: name, label: name, refusal: outcome }],
  )
  if (failed.length === 0) return undefined
  return { error: `${failed.length} of ${removals.length} skills could not be removed`, failed }
}
