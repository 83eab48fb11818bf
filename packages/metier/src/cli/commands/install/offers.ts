/** What a source offers: as a list, and as a choice if no skill was named. */

import type { StoreOutcome } from '../../../contracts/store-outcomes.js'
import { renderInstallRefusal } from '../../../contracts/store-refusals.js'
import type { SkillWriter } from '../../../manager/skill-writer.js'
import { type NamedOffer, nameOffers } from '../../../manager/store-operations/name-offers.js'
import type { OperationOptions } from '../../../manager/store-operations/store-context.js'
import type { ListOfferedOptions } from '../../../manager/store-operations/store-options.js'
import type { FoundPlugin } from '../../../sources/plugins/plugin.js'
import type { Offer } from '../../../sources/source.js'
import type { StoreTask } from '../../store/store-command.js'
import type { Talk } from '../../store/store-talk.js'
import { canAsk } from '../../terminal/ask.js'
import type { CommandIo } from '../../terminal/command-io.js'
import { type Line, styled } from '../../terminal/lines.js'
import { nameSome } from '../../terminal/name-some.js'
import { composeTable } from '../../terminal/table.js'
import { counted } from '../validate/lines.js'
import { composePlugins } from './plugin-lines.js'

/** `--list`. */
export function listTask(asked: ListOfferedOptions): StoreTask<StoreOutcome<readonly Offer[]>> {
  const plugins: FoundPlugin[] = []
  return {
    run: (writer, options) =>
      writer.listOffered({ ...options, ...asked, mayBeEmpty: true, onPlugin: (plugin) => plugins.push(plugin) }),
    render: (given) =>
      given.ok
        ? {
            from: asked.from,
            count: given.value.length,
            skills: nameOffers(given.value).map(describeOffer),
            ...(plugins.length > 0 && { plugins }),
          }
        : renderInstallRefusal(given),
    compose: (given, _, columns) =>
      given.ok ? [...composeOffers(given.value, columns), ...composePlugins(plugins)] : [],
    findFailure: (given) => (given.ok ? undefined : { refusal: given }),
    isFromSource: true,
  }
}

function describeOffer({ word, offer }: NamedOffer) {
  const { description = '', path = null, version = null, plugin } = offer
  return { name: word, description, path, version, ...(plugin !== undefined && { plugin }) }
}

function composeOffers(offers: readonly Offer[], columns: number): readonly Line[] {
  const rows = nameOffers(offers).map(({ word, offer }) => [
    { text: word, style: 'bold' as const },
    { text: (offer.description ?? '').replace(/\s+/g, ' ') },
  ])
  return [...composeTable(rows, columns), '', counted(offers.length, 'skill')]
}

/** The skills that are meant; `several` if the user cannot be asked, `none` if they picked nothing. */
export type ChosenSkills =
  | { readonly kind: 'chosen'; readonly words: readonly string[] }
  | { readonly kind: 'several'; readonly words: readonly string[]; readonly plugins: readonly FoundPlugin[] }
  | { readonly kind: 'none' }
  /** A registry has more skills than can be listed. */
  | { readonly kind: 'unnamed' }

export interface ChoiceContext {
  readonly writer: SkillWriter
  readonly options: OperationOptions
  readonly talk: Talk
  readonly io: CommandIo
  readonly isJson: boolean
  readonly isPlain: boolean
}

/** Takes the only skill of a source, and lets the user pick if there are several. */
export async function chooseSkills(
  asked: ListOfferedOptions,
  { writer, options, talk, io, isJson, isPlain }: ChoiceContext,
): Promise<StoreOutcome<ChosenSkills>> {
  const named = await writer.findNamed(asked.from)
  if (named === null) return { ok: true, value: { kind: 'unnamed' } }
  if (named !== undefined) return { ok: true, value: { kind: 'chosen', words: [named] } }
  const plugins: FoundPlugin[] = []
  const offers = await writer.listOffered({ ...options, ...asked, onPlugin: (plugin) => plugins.push(plugin) })
  if (!offers.ok) return offers
  const all = nameOffers(offers.value)
  const words = all.map(({ word }) => word)
  if (all.length === 1) return { ok: true, value: { kind: 'chosen', words } }
  if (isJson || !canAsk(io)) return { ok: true, value: { kind: 'several', words, plugins } }
  talk.pause()
  const { pickSeveral } = await import('../../terminal/pick.js')
  const choices = all.map(({ word, offer }) => ({
    value: word,
    label: offer.plugin === undefined ? word : `${word} (plugin ${offer.plugin})`,
    hint: offer.description ?? '',
  }))
  const picked = await pickSeveral(`Which skills from ${asked.from}?`, choices, io, isPlain)
  return { ok: true, value: picked === undefined ? { kind: 'none' } : { kind: 'chosen', words: picked } }
}

const SHOWN = 10

/** The names, as many as can be read at a glance. */
export function describeWords(words: readonly string[]): string {
  return nameSome(words, SHOWN)
}

export function composeCommand(text: string): Line {
  return ['  ', styled(text, 'cyan')]
}
