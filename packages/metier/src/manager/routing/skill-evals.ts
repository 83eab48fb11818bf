/** Reads the test cases in a skill's `evals` directory. */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type EvalsContents, readEvals } from '../../skill/evals.js'
import { leavesSkill } from '../../skill/references.js'
import { readSmallFileSync } from '../../system/files/small-file.js'

const LARGEST = 4 * 1024 * 1024

export interface EvalsFile extends EvalsContents {
  /** The absolute path. */
  readonly file: string
}

/** Reads every JSON file in `evals`, by name; none if the directory does not exist. */
export function readSkillEvals(skill: { readonly name: string; readonly skillPath: string }): readonly EvalsFile[] {
  const folder = join(skill.skillPath, 'evals')
  return listJsonFiles(folder).map((name) => {
    const file = join(folder, name)
    const reading = readSmallFileSync(file, LARGEST)
    if (!('bytes' in reading)) {
      return {
        file,
        queries: [],
        evals: [],
        files: [],
        skillName: undefined,
        problems: [`it cannot be read (${reading.code})`],
      }
    }
    const evals = readEvals(reading.bytes.toString('utf8'))
    return { file, ...evals, problems: [...evals.problems, ...compareWithSkill(evals, skill)] }
  })
}

function listJsonFiles(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
}

function compareWithSkill(
  { skillName, files }: EvalsContents,
  { name, skillPath }: { readonly name: string; readonly skillPath: string },
): readonly string[] {
  const other = skillName === undefined || skillName === name ? [] : [`skill_name is '${skillName}', not '${name}'`]
  const missing = files.filter((path) => leavesSkill(path) || !existsSync(join(skillPath, path)))
  return [...other, ...missing.map((path) => `the file '${path}' is not in the skill`)]
}
