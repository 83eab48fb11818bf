/** Opens the reviewer that the user's configuration names. Its code is loaded only if there is one. */

import { dirname } from 'node:path'
import type { BundleFile } from '../../gate/bundle.js'
import type { Model } from '../../gate/reviewer/model.js'
import { REVIEW_BUDGET } from '../../gate/reviewer/show-files.js'
import type { ScanReport } from '../../gate/scan.js'
import type { Suppression } from '../../gate/suppression.js'
import type { OpenedModel } from '../../system/model/model-settings.js'
import { openModel } from '../../system/model/open-model.js'
import { openKeptAnswers } from '../model/kept-answers.js'
import type { ResolvedOptions } from '../options.js'
import type { ReviewerSettings } from '../settings/reviewer-settings.js'
import { reportUnasked, reviewScan } from './review-scan.js'

/** Reviews the files of one skill after the rules. */
export type ReviewFiles = (
  files: readonly BundleFile[],
  report: ScanReport,
  signal: AbortSignal | undefined,
) => Promise<ScanReport>

export interface ReviewerOptions {
  readonly settings: ReviewerSettings
  readonly place: Pick<ResolvedOptions, 'cache' | 'projectConfiguration'>
  readonly suppressions: readonly Suppression[]
  /** The model of the MCP client that is being answered. */
  readonly sampling?: Model | undefined
}

export function openReviewer({ settings, place, suppressions, sampling }: ReviewerOptions): ReviewFiles {
  const opening = openConfigured(settings, place, sampling)
  const kept = openKeptAnswers(place.cache)
  const { calls = REVIEW_BUDGET.calls, kilobytes } = settings
  const characters = kilobytes === undefined ? REVIEW_BUDGET.characters : kilobytes * 1024
  let failures = 0
  return async (files, report, signal) => {
    if (!opening.ok) return reportUnasked(report, settings.kind ?? 'reviewer', opening.failure)
    const options = { budget: { calls, characters }, suppressions, signal }
    // A model that is gone would make an audit of many skills wait for each of them. Kept answers still count.
    const isGone = failures >= MOST_FAILURES
    const model = isGone ? giveUp(opening.model) : opening.model
    const reviewed = await reviewScan({ model, kept }, files, report, options)
    const code = reviewed.review?.failure?.code
    if (!isGone) failures = code === undefined || code === 'answer_malformed' ? 0 : failures + 1
    return reviewed
  }
}

/** Skills in a row that a model failed at before it is not asked again. */
const MOST_FAILURES = 3

function giveUp({ name, identity }: Model): Model {
  const failure = { code: 'model_unreachable', detail: 'it failed several times in a row' } as const
  return { name, identity, asksTogether: false, ask: async () => ({ ok: false, failure }) }
}

/** Opens a model for a reviewer or a test. Programs inside the project are never the user's. */
export function openConfigured(
  settings: ReviewerSettings,
  { projectConfiguration }: Pick<ResolvedOptions, 'projectConfiguration'>,
  sampling?: Model,
): OpenedModel {
  if (settings.kind === 'sampling' && sampling !== undefined) return { ok: true, model: sampling }
  // The file is in `.metier` at the top of the project.
  const projects = projectConfiguration === undefined ? [] : [dirname(dirname(projectConfiguration))]
  return openModel(settings, { projects })
}
