/** Reports problems in other installers' lockfiles. An unreadable one says nothing about any skill, so it must be reported. */

import { join } from 'node:path'
import { findJsonError } from '../../skill/text/json-error.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { exists } from '../commit/journal.js'
import { clawhubLockFiles, clawhubOriginFiles } from './clawhub-origin.js'
import { mappingOf } from './foreign-record.js'
import { openskillsFile } from './openskills.js'
import { skillsLockFiles } from './skills-lock.js'

export interface LockProblem {
  readonly file: string
  readonly line?: number
  readonly message: string
  /** Whether the whole file is ignored; otherwise the problem concerns one entry. */
  readonly isUnreadable: boolean
}

const LARGEST = 8 * 1024 * 1024

/**
 * Finds problems in the lockfiles of roots. Several roots may share one lockfile; an entry is missing only if none of them has the
 * skill.
 */
export async function findLockProblems(roots: readonly string[]): Promise<readonly LockProblem[]> {
  const rootsOf = new Map<string, string[]>()
  for (const root of roots) {
    for (const file of await locksOf(root)) rootsOf.set(file, [...(rootsOf.get(file) ?? []), root])
  }
  const problems = [...rootsOf].map(([file, sharing]) => findProblems(file, sharing))
  return (await Promise.all(problems)).flat()
}

/** Finds problems in the records inside skill directories. */
export async function findRecordProblems(folders: readonly string[]): Promise<readonly LockProblem[]> {
  const files = folders.flatMap((folder) => [openskillsFile(folder), ...clawhubOriginFiles(folder)])
  const readings = await Promise.all(files.map(readMapping))
  return readings.flatMap((reading) => ('problem' in reading ? [reading.problem] : []))
}

/** Of ClawHub's two paths only the first existing one counts, as in its own client. */
async function locksOf(root: string): Promise<readonly string[]> {
  for (const file of clawhubLockFiles(root)) {
    if (await exists(file).catch(() => true)) return [...skillsLockFiles(root), file]
  }
  return skillsLockFiles(root)
}

async function findProblems(file: string, roots: readonly string[]): Promise<readonly LockProblem[]> {
  const reading = await readMapping(file)
  if ('problem' in reading) return [reading.problem]
  if (reading.value === undefined) return []
  const skills = mappingOf(reading.value.skills)
  if (skills === undefined) return [unreadable(file, 'it has no valid list of skills')]
  const problems = Object.entries(skills).map(([name, entry]) => checkEntry(file, name, entry, roots))
  return (await Promise.all(problems)).flat()
}

async function checkEntry(
  file: string,
  name: string,
  entry: unknown,
  roots: readonly string[],
): Promise<readonly LockProblem[]> {
  const tell = (message: string) => [{ file, message: `'${name.slice(0, 80)}' ${message}`, isUnreadable: false }]
  if (mappingOf(entry) === undefined) return tell('has an invalid entry')
  // A skill listed as `owner/name` is in a directory named after the last part.
  const folders = [name, name.slice(name.lastIndexOf('/') + 1)]
  for (const path of roots.flatMap((root) => folders.map((folder) => join(root, folder)))) {
    if (await exists(path).catch(() => true)) return []
  }
  return tell(`was not found in ${roots.join(', ')}`)
}

type Reading = { readonly value: Readonly<Record<string, unknown>> | undefined } | { readonly problem: LockProblem }

async function readMapping(file: string): Promise<Reading> {
  const reading = await readSmallFile(file, LARGEST)
  if (!('bytes' in reading)) {
    if (reading.refusal === 'missing') return { value: undefined }
    return { problem: unreadable(file, `it cannot be read (${reading.code})`) }
  }
  const text = reading.bytes.toString('utf8')
  try {
    const value = mappingOf(JSON.parse(text))
    return value === undefined ? { problem: unreadable(file, 'it is not a JSON object') } : { value }
  } catch {
    const isMerge = /^(?:<{7}|>{7}|={7})/m.test(text)
    const line = text.slice(0, findJsonError(text)).split('\n').length
    return {
      problem: { ...unreadable(file, isMerge ? 'it has unresolved merge conflicts' : 'it is not valid JSON'), line },
    }
  }
}

function unreadable(file: string, why: string): LockProblem {
  return { file, message: `${why}, so none of its entries were migrated`, isUnreadable: true }
}
