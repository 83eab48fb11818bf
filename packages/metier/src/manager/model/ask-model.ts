/** Asks a model one question, unless a usable answer to it is kept. */

import { randomBytes } from 'node:crypto'
import type { Model, ModelFailure } from '../../gate/reviewer/model.js'
import type { KeptAnswers } from './kept-answers.js'

/** A model, and what is remembered about its answers. */
export interface AskedModel {
  readonly model: Model
  readonly kept: KeptAnswers
}

export interface AskedQuestion<T> {
  readonly id: string
  readonly compose: (boundary: string) => string
  /** Reads an answer. Only a usable one is kept. */
  readonly judge: (text: string, boundary: string) => JudgedText<T>
  readonly signal?: AbortSignal | undefined
}

export type JudgedText<T> = { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly detail: string }

export type AskedAnswer<T> =
  | { readonly ok: true; readonly answer: T; readonly isKept: boolean }
  | { readonly ok: false; readonly failure: ModelFailure }

export async function askModel<T>({ model, kept }: AskedModel, question: AskedQuestion<T>): Promise<AskedAnswer<T>> {
  const { id, compose, judge, signal } = question
  const known = kept.read(id)
  const before = known && judge(known.text, known.boundary)
  if (before?.ok === true) return { ...before, isKept: true }
  const boundary = model.boundaryFor?.(id) ?? drawBoundary()
  const reply = await model.ask({ id, prompt: compose(boundary), signal })
  if (!reply.ok) return reply
  const judged = judge(reply.text, boundary)
  if (!judged.ok) return { ok: false, failure: { code: 'answer_malformed', detail: judged.detail } }
  kept.write(id, { text: reply.text, boundary })
  return { ...judged, isKept: false }
}

/** A word that no author of a skill can guess. */
export function drawBoundary(): string {
  return randomBytes(16).toString('hex')
}
