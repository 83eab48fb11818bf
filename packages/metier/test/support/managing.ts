/** A manager over folders of the test's own: nothing of the real home, closed when the test ends. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SkillManager, type SkillManagerOptions } from '../../src/index.js'
import { type Files, temporaryFolder } from './temporary.js'

export function createManager(options: SkillManagerOptions): SkillManager {
  const manager = new SkillManager({ home: temporaryFolder(), index: false, ...options })
  onTestFinished(() => manager.close())
  return manager
}

export async function openManager(options: SkillManagerOptions): Promise<SkillManager> {
  const manager = createManager(options)
  await manager.initialize()
  return manager
}

export interface Opened {
  readonly skills: SkillManager
  readonly root: string
}

/** A manager over one project root with these files. */
export async function openRoot(files: Files, options: SkillManagerOptions = {}): Promise<Opened> {
  const root = temporaryFolder(files)
  return { root, skills: await openManager({ roots: [{ path: root }], ...options }) }
}

/** A manager with a home and a project, and a folder `offered` to install from. */
export async function openPlace(files: Files, options: SkillManagerOptions = {}) {
  const place = temporaryFolder(files)
  const [home, workdir] = [join(place, 'home'), join(place, 'work')]
  for (const folder of [home, workdir]) mkdirSync(folder, { recursive: true })
  const skills = await openManager({ home, workdir, ...options })
  return { place, home, workdir, skills, from: `local:${join(place, 'offered')}` }
}
