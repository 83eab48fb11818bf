/** A model's review in words: what it did not do, and why. */

import type { ModelFailure } from '../gate/reviewer/model.js'
import type { Review } from '../gate/reviewer/review.js'

/** What a user should know about a review besides its findings. Empty if it is complete. */
export function describeReviewGaps({
  failure,
  dropped,
  malformed,
  unseen,
  parts,
  answered,
}: Review): readonly string[] {
  return [
    ...(failure === undefined ? [] : [describeFailedReview(failure, parts, answered)]),
    ...describeDropped(dropped, 'the quoted text is not in the skill'),
    ...describeDropped(malformed, 'the form is wrong'),
    ...(unseen.length === 0 || answered === 0
      ? []
      : [`The model did not see ${plural(unseen.length, 'file', 'files')} completely: ${nameSome(unseen)}`]),
  ]
}

function describeDropped(count: number, reason: string): readonly string[] {
  return count === 0 ? [] : [`${plural(count, "model's finding was", "model's findings were")} dropped: ${reason}`]
}

function describeFailedReview(failure: ModelFailure, parts: number, answered: number): string {
  const extent =
    answered === 0 ? 'The reviewer failed' : `The reviewer answered ${answered} of ${parts} parts, then failed`
  return `${extent}: ${describeModelFailure(failure)}. The rules' verdict stands`
}

export function describeModelFailure(failure: ModelFailure): string {
  switch (failure.code) {
    case 'setting_missing':
      return `'reviewer.${failure.setting}' is not set`
    case 'setting_invalid':
      return `'reviewer.${failure.setting}' is invalid: ${failure.detail}`
    case 'key_missing':
      return `the environment variable ${failure.variable} has no usable key`
    case 'model_unreachable':
      return failure.detail
    case 'model_refused':
      return `the endpoint answered with status ${failure.status}${STATUS[failure.status] ?? ''}`
    case 'model_timed_out':
      return `no answer within ${plural(failure.seconds, 'second', 'seconds')}`
    case 'answer_too_long':
      return `the answer is longer than ${failure.bytes / 1024} KiB`
    case 'answer_malformed':
      return `the answer cannot be used: ${failure.detail}`
    case 'command_missing':
      return `the program '${failure.program}' cannot be started`
    case 'command_failed':
      return failure.exitCode === null ? 'the command was killed' : `the command exited with ${failure.exitCode}`
    case 'client_missing':
      return 'sampling works only for an MCP client that supports it'
  }
}

const STATUS: Readonly<Record<number, string>> = {
  401: ' (the key is wrong or missing)',
  403: ' (the key is not allowed to)',
  404: ' (check the base URL and the model)',
  429: ' (too many requests)',
}

const MOST_NAMES = 3

function nameSome(names: readonly string[]): string {
  const left = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
