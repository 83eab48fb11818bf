/** Installs from a source without a name: the only skill, or those that the user picks. */

import type { RequestedInstallation, StoreOutcome } from '../../../contracts/store-outcomes.js'
import { renderInstallRefusal } from '../../../contracts/store-refusals.js'
import { renderInstallSeveral } from '../../../contracts/store-renderers.js'
import type { InstallSeveralOptions } from '../../../manager/store-operations/store-options.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import type { FoundPlugin } from '../../../sources/plugins/plugin.js'
import type { Input } from '../../arguments/command.js'
import { typeAgain } from '../../arguments/typed-again.js'
import type { StoreTask } from '../../store/store-command.js'
import type { CommandIo } from '../../terminal/command-io.js'
import type { Line } from '../../terminal/lines.js'
import { type ChosenSkills, chooseSkills, composeCommand, describeWords } from './offers.js'
import { composeOne, findFailureOfOne, renderOne } from './one-skill.js'
import { composePluginSkills } from './plugin-lines.js'
import { composeInstallations, findFailures } from './several-task.js'
import { warnOfRivals } from './warn-of-rivals.js'

type Unchosen = Exclude<ChosenSkills, { readonly kind: 'chosen' }>
type Chosen =
  | { readonly kind: 'installed'; readonly outcome: StoreOutcome<readonly RequestedInstallation[]> }
  | Unchosen

export function chosenTask(asked: InstallSeveralOptions, input: Input, io: CommandIo): StoreTask<Chosen> {
  const [isJson, isPlain] = [input.flag('json'), input.flag('no-color')]
  return {
    run: async (writer, options, talk) => {
      const chosen = await chooseSkills(asked, { writer, options, talk, io, isJson, isPlain })
      if (!chosen.ok) return { kind: 'installed', outcome: chosen }
      if (chosen.value.kind !== 'chosen') return chosen.value
      const skills = chosen.value.words
      return { kind: 'installed', outcome: await writer.installSeveral({ ...options, ...asked, skills }) }
    },
    render: (given, accept) => {
      if (given.kind !== 'installed') return { installed: false, ...describeChoice(given, asked.from) }
      const one = oneOf(given.outcome)
      if (!given.outcome.ok) return renderInstallRefusal(given.outcome, accept)
      return one === undefined ? renderInstallSeveral(given.outcome, accept) : renderOne(one, accept)
    },
    compose: (given) => {
      if (given.kind !== 'installed') return []
      const one = oneOf(given.outcome)
      if (one === undefined) return composeInstallations(given.outcome)
      return composeOne('', one)
    },
    findFailure: (given) => {
      if (given.kind === 'installed') {
        const one = oneOf(given.outcome)
        return one === undefined ? findFailures(given.outcome) : findFailureOfOne(one)
      }
      return {
        error: given.kind === 'unnamed' ? 'name the skill to install' : describeChoice(given, asked.from).error,
        failed: [],
        isMisuse: given.kind === 'unnamed',
        notes: composeNext(given, input, asked.from),
      }
    },
    warn: (given, reader) => (given.kind === 'installed' ? warnOfRivals(given.outcome, reader) : []),
    isFromSource: true,
  }
}

/** A source with one skill is answered as if it had been named. */
function oneOf(outcome: StoreOutcome<readonly RequestedInstallation[]>) {
  const [first, ...others] = outcome.ok ? outcome.value : []
  return others.length === 0 ? first?.outcome : undefined
}

function describeChoice(given: Unchosen, from: string) {
  if (given.kind === 'none') return { error: 'no skill was picked' }
  if (given.kind === 'unnamed') return { error: "skill name required for 'install' action" }
  const { words: skills, plugins } = given
  const error = `${from} offers ${skills.length} skills; name the ones to install`
  return { error, skills, ...(plugins.length > 0 && { plugins }) }
}

function composeNext(given: Unchosen, input: Input, from: string) {
  if (given.kind === 'none') return ['Nothing was installed.']
  if (given.kind === 'unnamed') {
    const source = `--from ${quoteForShell(from)}`
    return [`To find one, run: metier search QUERY ${source}`, `Then: metier install NAME ${source}`]
  }
  const [first = ''] = given.words
  return [
    `Available: ${describeWords(given.words)}`,
    'To install one of them, or all:',
    composeCommand(typeAgain(input, { skill: first })),
    composeCommand(typeAgain(input, { with: ['--all'] })),
    ...composePluginChoice(given.plugins, input),
  ]
}

const SHOWN_PLUGINS = 10

/** The plugins with their skills, and the commands that install one and say more. */
function composePluginChoice(plugins: readonly FoundPlugin[], input: Input): readonly Line[] {
  const first = plugins.find(({ skills }) => skills.length > 0)
  if (first === undefined || input.text('plugin') !== undefined) return []
  return [
    'Plugins:',
    ...composePluginSkills(plugins, SHOWN_PLUGINS),
    'To install one of them as a unit, or see what each contains:',
    composeCommand(typeAgain(input, { with: ['--plugin', first.name] })),
    composeCommand(typeAgain(input, { with: ['--list'] })),
  ]
}
