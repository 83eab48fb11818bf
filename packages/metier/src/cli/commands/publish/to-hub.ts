/** `metier publish DIR --to HUB`. */

import type { Surroundings } from '../../../manager/surroundings.js'
import type { AdmissionRefusal, AdmissionRequest } from '../../../publish/admit-skills.js'
import { type HubOutcome, type HubPublication, publishOnHub } from '../../../publish/publish-hub.js'
import type { HubAddress } from '../../../sources/hub/hub-address.js'
import { openHub } from '../../../sources/hub/hub-api.js'
import { type CommandOutcome, type Context, type Input, refuse } from '../../arguments/command.js'
import { findHub, readVariableToken, refuseHub } from '../../hub/named-hub.js'
import { findSurroundings } from '../../skills/open-skills.js'
import { type Line, styled } from '../../terminal/lines.js'
import { openProgress } from '../../terminal/show-progress.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { composeWarnings, describeLeftOut } from './lines.js'

export async function publishToHub(
  word: string,
  input: Input,
  context: Context,
  prepare: (progress: ReturnType<typeof openProgress> | undefined) => AdmissionRequest,
  refuseAdmission: (outcome: AdmissionRefusal) => CommandOutcome,
): Promise<CommandOutcome> {
  const surroundings: Surroundings = findSurroundings(context, false)
  const address = findHub(word, surroundings)
  if (!address.ok) return refuseHub(address)
  const token = readVariableToken()
  if (!token.ok) return refuseHub(token)
  const progress = input.flag('json') ? undefined : openProgress(context.io)
  const done: HubPublication[] = []
  let current = ''
  try {
    const outcome = await publishOnHub({
      ...prepare(progress),
      hub: openHub(address.value, { token: token.value, home: surroundings.place.home, signal: context.signal }),
      owner: input.text('owner')?.replace(/^@/, '').toLowerCase(),
      visibility: input.flag('private') ? 'private' : input.flag('public') ? 'public' : undefined,
      changelog: input.text('changelog'),
      isDryRun: input.flag('dry-run'),
      onSend: (name, at, total) => {
        current = name
        if (at === 0) progress?.start(`Publishing on ${address.value.host}`, 'skills')
        progress?.advance(at, total)
      },
      onDone: (publication) => done.push(publication),
    })
    progress?.end()
    return conclude(outcome, address.value, refuseAdmission)
  } catch (error) {
    if (!context.signal.aborted) throw error
    return { ...refuse('stopped'), doneBefore: describeStop(done, current) }
  } finally {
    progress?.end()
  }
}

function conclude(
  outcome: HubOutcome,
  { origin, host }: HubAddress,
  refuseAdmission: (outcome: AdmissionRefusal) => CommandOutcome,
): CommandOutcome {
  if (outcome.code !== 'sent' && outcome.code !== 'stopped') return refuseAdmission(outcome)
  const { publications, skills } = outcome
  const leftOut = describeLeftOut(skills)
  const warnings = [...composeWarnings(skills), ...leftOut]
  const json = { hub: origin, skills: publications.map(toDocument), warnings }
  const all = [...publications.map((each) => describe(each, host)), ...leftOut]
  const lines = (columns: number) => all.flatMap((line) => wrapLine(line, columns, '  '))
  if (outcome.code === 'stopped') {
    const { name, failure, left } = outcome
    const error = `${name}: ${failure.message}`
    const notes = [
      ...failure.suggestions,
      ...(left.length === 0 ? [] : [`Not sent: ${left.join(', ')}`]),
      'Run the command again: skills that arrived are skipped.',
    ]
    return { exitCode: 1, json: { ...json, error, left: [name, ...left] }, lines, error, notes }
  }
  const refused = publications.filter(({ state }) => REFUSED.has(state)).length
  if (refused === 0) return { exitCode: 0, json, lines }
  const error = `${refused} of ${publications.length} ${publications.length === 1 ? 'skill' : 'skills'} refused`
  return { exitCode: 1, json: { ...json, error }, lines, error }
}

const REFUSED: ReadonlySet<HubPublication['state']> = new Set(['unversioned', 'version_taken', 'rejected', 'refused'])

function toDocument(publication: HubPublication): object {
  const { name, version, owner, state } = publication
  const error = REFUSED.has(state) ? { error: explain(publication, '') } : {}
  const about = { name, version: state === 'unversioned' ? null : version, owner, state }
  if (publication.state !== 'unchanged') return { ...about, ...error }
  return { ...about, visibility: publication.visibility ?? null, isPending: publication.isPending }
}

function describe(publication: HubPublication, host: string): Line {
  const { name, version, state } = publication
  const label = state === 'unversioned' ? name : `${name} ${version}`
  return [styled(label, 'bold'), ': ', styled(explain(publication, host), REFUSED.has(state) ? 'red' : 'dim')]
}

function explain(publication: HubPublication, host: string): string {
  const { name, owner, version } = publication
  switch (publication.state) {
    case 'published':
      return `published as @${owner}/${name}`
    case 'pending':
      return `waiting for a moderator of ${host}`
    case 'unchanged':
      return explainUnchanged(publication, host)
    case 'planned':
      return `would be published as @${owner}/${name}`
    case 'unversioned':
      return `has no version; give 'metadata' in the frontmatter of its SKILL.md a version, such as "1.0.0"`
    case 'rejected':
      return `version ${version} was rejected by a moderator${explainReason(publication.reason)}; fix it, then raise the version in its SKILL.md`
    case 'version_taken':
      return `version ${version} exists with other content; raise the version in its SKILL.md`
    case 'refused':
      return publication.message
  }
}

function explainReason(reason: string | undefined): string {
  return reason === undefined ? '' : ` (“${reason}”)`
}

function explainUnchanged(
  { isPending, visibility, isChanged }: Extract<HubPublication, { readonly state: 'unchanged' }>,
  host: string,
): string {
  const wait = isPending ? `, waiting for a moderator of ${host}` : ''
  if (isChanged) return `already there, with the same content${wait}; its visibility is now ${visibility}`
  const seen = visibility === 'private' ? ' and private' : ''
  return `already there${seen}, with the same content${wait}`
}

function describeStop(done: readonly HubPublication[], current: string): readonly Line[] {
  const sent = done.filter(({ state }) => state === 'published' || state === 'pending').map(({ name }) => name)
  const before =
    sent.length === 0 ? 'Nothing was published before you stopped' : `Published before you stopped: ${sent.join(', ')}`
  return [
    before,
    ...(current === '' || done.some(({ name }) => name === current)
      ? []
      : [`${current} was being sent; run the command again to see whether it arrived`]),
  ]
}
