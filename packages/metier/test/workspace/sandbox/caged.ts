/** A skill whose tool tries to get out: its home, working directory and neighbours are real files. */

import { join } from 'node:path'
import { describe, onTestFinished } from 'vitest'
import type { SkillManagerOptions } from '../../../src/index.js'
import { findSandbox } from '../../../src/workspace/sandbox/sandboxes.js'
import type { Category } from '../../../src/workspace/tools/tool.js'
import { VirtualWorkspace, type VirtualWorkspaceOptions } from '../../../src/workspace.js'
import { openManager } from '../../support/managing.js'
import { needs } from '../../support/programs.js'
import { type Files, skillText, temporaryFolder } from '../../support/temporary.js'

const { status } = await findSandbox([])

/** Left out on machines without a working bubblewrap. */
export function describeCaged(name: string, tests: () => void): void {
  describe.skipIf(!status.isUsable)(name, needs('bwrap'), tests)
}

export interface CageOptions {
  readonly category?: Category
  readonly cwd?: 'skill' | 'workdir'
  readonly env?: readonly string[]
  /** Of the working directory. */
  readonly work?: Files
  readonly home?: Files
  readonly manager?: SkillManagerOptions
  readonly workspace?: Partial<VirtualWorkspaceOptions>
  /** Where the conversation is, if not in the folder with the files of `work`. */
  readonly workdir?: (place: string) => string
}

/** Runs a script of Node in the cage. It gets the places as `place` and answers with what it passes to `say`. */
export async function openCage(script: string, options: CageOptions = {}) {
  const { category = 'read', cwd = 'skill', env = [], work = {}, home: homeFiles = {}, manager, workspace } = options
  const run = ['node', cwd === 'skill' ? 'act.mjs' : '{skill}/act.mjs']
  const tool = { name: 'act', description: 'Acts', category, cwd, env, run }
  const place = temporaryFolder({
    'home/.agents/skills/acting/SKILL.md': skillText('acting'),
    'home/.agents/skills/acting/tools.yaml': JSON.stringify({ tools: [tool] }),
    'home/.agents/skills/acting/act.mjs': `${PRELUDE}\n${script}`,
    'home/.agents/skills/other/SKILL.md': skillText('other'),
    'home/.ssh/id_ed25519': 'SECRET KEY',
    'home/.metier/config.json': '{}',
    'outside/file': 'before',
    ...prefix('home', homeFiles),
    ...prefix('work', { 'notes.txt': 'notes', ...work }),
  })
  const [home, folder] = [join(place, 'home'), join(place, 'work')]
  const workdir = options.workdir?.(place) ?? folder
  const skillManager = await openManager({ home, workdir, ...manager })
  await skillManager.approve('acting')
  const caged = new VirtualWorkspace({ approve: () => true, workdir, ...workspace, skillManager })
  onTestFinished(() => caged.close())
  const activated = await caged.activateSkill('acting')
  const act = (more: object = {}) => caged.callTool('act', { place, home, work: workdir, ...more })
  return { place, home, workdir, workspace: caged, skillManager, activated, act }
}

/** What a script answered, or the whole result if it failed. */
export async function act(script: string, options: CageOptions & { readonly given?: object } = {}): Promise<unknown> {
  const { given, ...rest } = options
  const answer = await (await openCage(script, rest)).act(given)
  return answer.success ? answer.result : answer
}

function prefix(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]))
}

/** `attempt` gives the system's code for what fails, and `done` for what does not. */
const PRELUDE = `import fs from 'node:fs'
import net from 'node:net'
import { spawn, spawnSync } from 'node:child_process'
const input = JSON.parse(fs.readFileSync(0, 'utf8'))
const { place, home, work } = input
const attempt = (act) => { try { act(); return 'done' } catch (error) { return error.code ?? String(error) } }
const say = (answer) => console.log(JSON.stringify(answer))
void [net, spawn, spawnSync, place, home, work, attempt, say]`
