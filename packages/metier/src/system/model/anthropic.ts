/** Models behind Anthropic's messages interface. */

import { isRecord } from '../../skill/unknown-value.js'
import { type HttpInterface, openHttpModel } from './http-model.js'
import type { ModelSettings, OpenedModel } from './model-settings.js'

/** The interface requires a limit. */
const MOST_TOKENS = 4096

const ANTHROPIC: HttpInterface = {
  // The base URL is written with and without the version.
  path: ({ pathname }) => (/\/v1\/?$/.test(pathname) ? '/messages' : '/v1/messages'),
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) }),
  body: (model, prompt) => ({ model, max_tokens: MOST_TOKENS, messages: [{ role: 'user', content: prompt }] }),
  textOf: ({ content }) => {
    const blocks = Array.isArray(content) ? (content as readonly unknown[]) : []
    const texts = blocks.flatMap((block) => (isRecord(block) && typeof block.text === 'string' ? [block.text] : []))
    return texts.length === 0 ? undefined : texts.join('\n')
  },
}

export function openAnthropic(settings: ModelSettings): OpenedModel {
  return openHttpModel(settings, ANTHROPIC)
}
