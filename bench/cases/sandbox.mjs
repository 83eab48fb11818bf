// What a call of a script costs bare, in the sandbox, and what bubblewrap alone costs, in milliseconds. The three take
// turns; the first call of each, which tries the sandbox out, is not counted.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'
import { median } from '../lib/statistics.mjs'

const ROUNDS = 40
const TOOLS = { tools: [{ name: 'act', description: 'Does nothing', category: 'read', run: ['true'] }] }

export async function measure({ dist, scratch }) {
  const { SkillManager } = await importFile(join(dist, 'index.js'))
  const { VirtualWorkspace } = await importFile(join(dist, 'workspace.js'))
  const [root, workdir, home] = ['skills', 'work', 'home'].map((name) => join(scratch, name))
  for (const folder of [join(root, 'acting'), workdir, home]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(root, 'acting/SKILL.md'), '---\nname: acting\ndescription: Acts\n---\n')
  writeFileSync(join(root, 'acting/tools.yaml'), JSON.stringify(TOOLS))
  const open = async (sandbox) => {
    const options = { workdir, home, index: false, roots: [{ path: root }], config: { sandbox } }
    const skillManager = await SkillManager.open(options)
    await skillManager.approve('acting')
    const workspace = new VirtualWorkspace({ skillManager, workdir })
    await workspace.activateSkill('acting')
    return async () => {
      const { success, error } = await workspace.callTool('act')
      if (!success) throw new Error(error)
    }
  }
  const runs = { bare: await open('off'), sandboxed: await open('require'), alone: startAlone }
  for (const run of Object.values(runs)) await run()
  const taken = { bare: [], sandboxed: [], alone: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(runs)) {
      const start = performance.now()
      await run()
      taken[name].push(performance.now() - start)
    }
  }
  return Object.fromEntries(Object.entries(taken).map(([name, times]) => [`${name}Ms`, median(times)]))
}

export const isPossible = () => spawnSync('bwrap', ALONE).status === 0

/** As short as a person would write it. */
const ALONE = [
  ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'],
  ...['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--', 'true'],
]

function startAlone() {
  return new Promise((resolve, reject) => {
    const child = spawn('bwrap', ALONE, { stdio: 'pipe' })
    child.on('error', reject)
    child.on('close', resolve)
  })
}
