/** What is wrong with what other installers wrote: a lock that nobody can read says nothing about any skill, and that is told. */

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
  /** Whether nothing of the file counts; else it is about one entry of it. */
  readonly isUnreadable: boolean
}

const LARGEST = 8 * 1024 * 1024

/** The problems of the locks that belong to roots. One lock may serve several roots: an entry is missing where none has it. */
export async function findLockProblems(roots: readonly string[]): Promise<readonly LockProblem[]> {
  const rootsOf = new Map<string, string[]>()
  for (const root of roots) {
    for (const file of await locksOf(root)) rootsOf.set(file, [...(rootsOf.get(file) ?? []), root])
  }
  const problems = [...rootsOf].map(([file, sharing]) => findProblems(file, sharing))
  return (await Promise.all(problems)).flat()
}

/** The problems of what lies inside the folders of skills. */
export async function findRecordProblems(folders: readonly string[]): Promise<readonly LockProblem[]> {
  const files = folders.flatMap((folder) => [openskillsFile(folder), ...clawhubOriginFiles(folder)])
  const readings = await Promise.all(files.map(readMapping))
  return readings.flatMap((reading) => ('problem' in reading ? [reading.problem] : []))
}

/** Of ClawHub's two places only the first counts, as it does for its own client. */
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
  if (skills === undefined) return [unreadable(file, 'it has no list of skills that is understood')]
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
  if (mappingOf(entry) === undefined) return tell('has an entry that is not understood')
  // A skill that is listed from elsewhere lies in a folder of its last part.
  const folders = [name, name.slice(name.lastIndexOf('/') + 1)]
  for (const path of roots.flatMap((root) => folders.map((folder) => join(root, folder)))) {
    if (await exists(path).catch(() => true)) return []
  }
  return tell(`is not there: looked in ${roots.join(', ')}`)
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
    return value === undefined ? { problem: unreadable(file, 'it is no JSON object') } : { value }
  } catch {
    const isMerge = /^(?:<{7}|>{7}|={7})/m.test(text)
    const line = text.slice(0, findJsonError(text)).split('\n').length
    return { problem: { ...unreadable(file, isMerge ? 'it has unresolved merge conflicts' : 'it is not JSON'), line } }
  }
}

function unreadable(file: string, why: string): LockProblem {
  return { file, message: `${why}, so nothing that it says was taken over`, isUnreadable: true }
}
