/** Models behind OpenAI's chat completions interface, which most vendors and local servers offer too. */

import { isRecord } from '../../skill/unknown-value.js'
import { type HttpInterface, openHttpModel } from './http-model.js'
import type { ModelSettings, OpenedModel } from './model-settings.js'

const OPENAI: HttpInterface = {
  path: () => '/chat/completions',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  // No further parameters: models and servers disagree about which of them exist.
  body: (model, prompt) => ({ model, messages: [{ role: 'user', content: prompt }] }),
  textOf: ({ choices }) => {
    const [first] = Array.isArray(choices) ? (choices as readonly unknown[]) : []
    const { content } = isRecord(first) && isRecord(first.message) ? first.message : {}
    return typeof content === 'string' ? content : undefined
  },
}

export function openOpenai(settings: ModelSettings): OpenedModel {
  return openHttpModel(settings, OPENAI)
}
