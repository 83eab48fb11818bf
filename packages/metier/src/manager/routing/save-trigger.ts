/** Saves a sentence that should, or should not, trigger a skill, as its author would: in `evals/triggers.json`. */

import { existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { codeOf, isRecord } from '../../skill/unknown-value.js'
import { rewriteTextFile } from '../../system/files/author-files.js'
import { isInside } from '../../system/files/contained-file.js'
import { readSmallFileSync } from '../../system/files/small-file.js'

/** A sentence to save. */
export interface SavedSentence {
  readonly query: string
  readonly shouldTrigger: boolean
}

const FILE = 'triggers.json'
const LARGEST = 1024 * 1024

/** Adds the sentence, or changes what is expected of it. Returns the file. */
export function saveTrigger(skillPath: string, sentence: SavedSentence): Result<string> {
  const folder = join(skillPath, 'evals')
  const file = join(folder, FILE)
  try {
    if (!existsSync(folder)) mkdirSync(folder)
    // A link would lead the file out of the skill.
    const isOwn = isInside(realpathSync(folder), realpathSync(skillPath))
    if (!isOwn) return fail('skill_inaccessible', `${folder} leads out of the skill`)
    if (!existsSync(file)) {
      writeFileSync(file, compose([sentence]), { flag: 'wx', mode: 0o644 })
      return succeed(file)
    }
    if (!lstatSync(file).isFile()) return fail('skill_inaccessible', `${file} is not a regular file`)
    return rewrite(file, sentence)
  } catch (error) {
    return fail('system_error', `${file} cannot be written (${codeOf(error)})`)
  }
}

function rewrite(file: string, sentence: SavedSentence): Result<string> {
  const reading = readSmallFileSync(file, LARGEST)
  if (!('bytes' in reading)) return fail('system_error', `${file} cannot be read (${reading.code})`)
  const before = reading.bytes.toString('utf8')
  const entries = parseEntries(before)
  if (entries === undefined) {
    return fail('skill_invalid', `${file} is not a list of queries`, ['Fix the file, or move it away'])
  }
  const others = entries.filter((entry) => !isRecord(entry) || entry.query !== sentence.query)
  return rewriteTextFile(file, before, composeEntries([...others, toEntry(sentence)]))
}

function parseEntries(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function compose(sentences: readonly SavedSentence[]): string {
  return composeEntries(sentences.map(toEntry))
}

function toEntry({ query, shouldTrigger }: SavedSentence) {
  return { query, should_trigger: shouldTrigger }
}

function composeEntries(entries: readonly unknown[]): string {
  return `${JSON.stringify(entries, null, 2)}\n`
}
