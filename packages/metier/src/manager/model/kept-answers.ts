/** Answers of models that were usable, kept by question: the same question to the same model is not asked twice. */

import { dirname, join } from 'node:path'
import { isRecord } from '../../skill/unknown-value.js'
import { readOwnText, writeOwnText } from '../../system/files/own-file.js'
import { pruneFolder } from '../../system/files/prune-folder.js'

interface KeptAnswer {
  readonly text: string
  /** The boundary of the prompt that was answered. */
  readonly boundary: string
}

export interface KeptAnswers {
  read(id: string): KeptAnswer | undefined
  write(id: string, answer: KeptAnswer): void
}

const DAY = 24 * 60 * 60 * 1000
const KEPT = { mostFiles: 5_000, mostMilliseconds: 90 * DAY }

/** Opens the answers in a cache directory. Without one, nothing is kept. The ID of a question is a digest. */
export function openKeptAnswers(cache: string | undefined): KeptAnswers {
  if (cache === undefined) return { read: () => undefined, write: () => undefined }
  const fileFor = (id: string) => join(cache, 'answers', `${id}.json`)
  let isPruned = false
  return {
    read: (id) => readKept(fileFor(id), id),
    write: (id, answer) => {
      const file = fileFor(id)
      writeOwnText(file, JSON.stringify({ id, ...answer }))
      if (!isPruned) pruneFolder(dirname(file), KEPT, Date.now())
      isPruned = true
    },
  }
}

function readKept(file: string, id: string): KeptAnswer | undefined {
  const text = readOwnText(file)
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  // The checksum and the ID say that this program wrote it about this question.
  return isRecord(value) && value.id === id ? (value as unknown as KeptAnswer) : undefined
}
