/** Opens the model that the user's configuration names. Nothing is contacted or started before the first question. */

import { failToAsk, type ModelFailure } from '../../gate/reviewer/model.js'
import { openAnthropic } from './anthropic.js'
import { openCommand } from './command.js'
import type { ModelKind, ModelPlace, ModelSettings, OpenedModel } from './model-settings.js'
import { openOpenai } from './openai.js'

const OPENERS: Readonly<Record<ModelKind, (settings: ModelSettings, place: ModelPlace) => OpenedModel>> = {
  openai: openOpenai,
  anthropic: openAnthropic,
  command: openCommand,
  // Only an MCP server has a client to ask, and it hands its own model in.
  sampling: () => failToAsk(WITHOUT_CLIENT),
}

const WITHOUT_CLIENT: ModelFailure = { code: 'client_missing' }

export function openModel(settings: ModelSettings, place: ModelPlace): OpenedModel {
  if (settings.kind === undefined) return failToAsk({ code: 'setting_missing', setting: 'kind' })
  return OPENERS[settings.kind](settings, place)
}
