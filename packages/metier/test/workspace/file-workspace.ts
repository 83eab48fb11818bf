/** A workspace over skills that are real files, with a real manager and real approvals. */

import { onTestFinished } from 'vitest'
import type { SkillManagerOptions } from '../../src/index.js'
import { VirtualWorkspace, type VirtualWorkspaceOptions } from '../../src/workspace.js'
import { openManager } from '../support/managing.js'
import { type Files, skillText, temporaryFolder } from '../support/temporary.js'

export interface FileWorkspaceOptions extends Omit<VirtualWorkspaceOptions, 'skillManager'> {
  /** Options of the manager. Without them there is no sandbox: it would hide what a script writes down for its test. */
  readonly manager?: SkillManagerOptions
  /** The skills that are approved once they are there; all, where left out. */
  readonly approved?: readonly string[]
}

/** Skills by name: each has these files, and a SKILL.md if it brings none. */
export async function openFileWorkspace(
  skills: Readonly<Record<string, Files>>,
  { approved = Object.keys(skills), manager, ...options }: FileWorkspaceOptions = {},
) {
  const files = Object.entries(skills).flatMap(([name, own]) =>
    Object.entries({ 'SKILL.md': skillText(name), ...own }).map(
      ([path, content]) => [`${name}/${path}`, content] as const,
    ),
  )
  const root = temporaryFolder(Object.fromEntries(files))
  const skillManager = await openManager({ roots: [{ path: root }], config: { sandbox: 'off' }, ...manager })
  for (const name of approved) await skillManager.approve(name)
  const workspace = new VirtualWorkspace({ approve: () => true, ...options, skillManager })
  onTestFinished(() => workspace.close())
  return { workspace, skillManager, root }
}

/** A `tools.yaml` with one tool that runs a shell script of the skill. */
export function scriptSkill(script: string, more: Readonly<Record<string, unknown>> = {}): Files {
  const tool = { name: 'act', description: 'Acts', run: ['sh', 'act.sh'], ...more }
  return { 'tools.yaml': JSON.stringify({ tools: [tool] }), 'act.sh': script }
}

/** Whether a process is still there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Looks again and again until something holds. */
export async function eventually(holds: () => boolean): Promise<void> {
  for (let look = 0; look < 2_000; look++) {
    if (holds()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('It never came true')
}
