/** The managers of the projects that the calls of one tool come from. */

import { resolve } from 'node:path'
import type { WaveSkillManager } from '../workspace/tools/tool-context.js'

/** A manager, its last load, and the registry that the tool's own manager had then. */
interface Kept {
  readonly manager: WaveSkillManager
  registry: object | undefined
  loaded: Promise<unknown>
}

/** How many further projects are kept. An agent seldom has more at a time. */
const MOST_KEPT = 8

/**
 * Creates a function that finds the manager for a working directory: the tool's own for its own directory, one with
 * the same options for each other one. The one that was not used for longest is closed.
 */
export function createWorkdirManagers(own: WaveSkillManager) {
  const kept = new Map<string, Kept>()
  const drop = (workdir: string) => {
    const dropped = kept.get(workdir)
    kept.delete(workdir)
    // There is no one to tell, and nothing depends on it.
    dropped?.manager.close?.().catch(() => undefined)
  }
  return async (given: unknown): Promise<WaveSkillManager> => {
    const workdir = typeof given === 'string' && given !== '' ? resolve(given) : own.workdir
    if (workdir === undefined || workdir === own.workdir || own.forWorkdir === undefined) return own
    // A skill that the host disabled in its own project is disabled in every other one.
    await own.ready?.()
    const found = kept.get(workdir) ?? open(own.forWorkdir(workdir), own.registry)
    kept.delete(workdir)
    kept.set(workdir, found)
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size > MOST_KEPT) drop(oldest)
    try {
      await update(found, own.registry)
    } catch (error) {
      drop(workdir)
      throw error
    }
    return found.manager
  }
}

function open(manager: WaveSkillManager, registry: object | undefined): Kept {
  return { manager, registry, loaded: Promise.resolve(manager.ready?.()) }
}

/** Loads a manager again after the tool's own was, or after a skill was enabled or disabled there. */
async function update(kept: Kept, registry: object | undefined): Promise<void> {
  if (kept.registry !== registry) {
    kept.registry = registry
    kept.loaded = Promise.resolve(kept.manager.reload?.())
  }
  await kept.loaded
}
