/** Loads the writing part of a manager on first use: reading skills must not load sources, HTTP or git. */

import type { KnownSkills } from './known-skills.js'
import type { SkillWriter } from './skill-writer.js'

/** Returns a function that gives the same writer every time. */
export function createWriterLoader(known: KnownSkills): () => Promise<SkillWriter> {
  let held: SkillWriter | undefined
  return async () => {
    const { SkillWriter } = await import('./skill-writer.js')
    held ??= new SkillWriter(known)
    return held
  }
}
