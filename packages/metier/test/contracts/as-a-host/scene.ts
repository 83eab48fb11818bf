/** Shared by the tests of all documents: homes and projects with skills, and a user for whom permissions count. */

import type { SkillManagerOptions } from '../../../src/index.js'
import { type Files, skillText, temporaryFolder } from '../../support/temporary.js'

/** Path → content, with the path as it is below `.wave/skills`. */
export function waveSkills(files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`.wave/skills/${path}`, content]))
}

/** Some small conformant skills below `.wave/skills`. */
export function namedSkills(...names: readonly string[]): Files {
  return waveSkills(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])))
}

/** A home and a project of their own, so that nothing of this machine is seen. */
export function createScene(personal: Files = {}, project: Files = {}) {
  const home = temporaryFolder(personal)
  const workdir = temporaryFolder(project)
  return { home, workdir, options: { home, workdir, index: false } satisfies SkillManagerOptions }
}

const NOBODY = 65534

/** Root reads every file: for the time of the call this process is an ordinary user. */
export async function asOrdinaryUser<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run()
  process.seteuid?.(NOBODY)
  try {
    return await run()
  } finally {
    process.seteuid?.(0)
  }
}
