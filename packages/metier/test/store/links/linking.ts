/** A store with one skill and a place for agents. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreOptions } from '../../../src/store/layout.js'
import { type AgentPlace, placeOfRoot } from '../../../src/store/links/agent-place.js'
import { readLock } from '../../../src/store/lock.js'
import { skillText } from '../../support/temporary.js'
import { createStoring, type Storing } from '../storing.js'

export const FILES = { 'pdf/SKILL.md': skillText('pdf'), 'pdf/scripts/run.sh': 'echo 1\n' }

/** Personal unless the test says otherwise. */
export function createLinked(more: Partial<AgentPlace> = {}, store: Partial<StoreOptions> = {}) {
  const storing = createStoring(FILES)
  const { home, root, having } = storing
  const machine = { home, variable: () => undefined, platform: 'linux' }
  const place = { ...(placeOfRoot(root, 'personal', machine) as AgentPlace), ...more }
  const context = having({}, { agents: place, ...store })
  const install = (agents: readonly string[]) => storing.install('pdf', { agents }, context)
  return { ...storing, place, context, install }
}

export async function recordedIn({ context }: Pick<Storing, 'context'>) {
  const lock = await readLock(context.store.lockFile)
  return lock.ok ? lock.value.skills.get('pdf')?.links : undefined
}

/** The place for a link of Claude Code. */
export function useClaude(home: string): string {
  mkdirSync(join(home, '.claude'))
  return join(home, '.claude/skills/pdf')
}
