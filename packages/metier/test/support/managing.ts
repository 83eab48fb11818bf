/** A manager over folders of the test's own: nothing of the real home, closed when the test ends. */

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
