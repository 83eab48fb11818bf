// What a model waits for: a tool's description, an error text and one skill, beside reading the same file in a bare loop.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openManager } from '../lib/metier.mjs'
import { importFile } from '../lib/modules.mjs'
import { median } from '../lib/statistics.mjs'

const CALLS = 50

export async function measure(place) {
  const manager = await openManager(place)
  const { createWaveSkillTool } = await importFile(join(place.dist, 'tools.js'))
  const tool = createWaveSkillTool({ skillManager: manager })
  const skills = manager.getAvailableSkills()
  const call = (name) => tool.execute({ skill_name: name }, { workdir: place.scratch })
  const [descriptionMs] = await time(() => tool.description)
  const [errorMs, failed] = await time(() => call(`${skills[0].name}x`))
  if (failed.success) throw new Error('Error: an unknown skill was found')
  const loads = []
  const reads = []
  for (const { name, path } of skills.slice(0, CALLS)) {
    const [loadMs, loaded] = await time(() => call(name))
    if (!loaded.success) throw new Error(`Error: ${name} is not loaded`)
    loads.push(loadMs)
    reads.push((await time(() => readFileSync(path, 'utf8')))[0])
  }
  return { descriptionMs, errorMs, firstLoadMs: loads[0], loadMs: median(loads), readMs: median(reads) }
}

async function time(work) {
  const start = performance.now()
  const value = await work()
  return [performance.now() - start, value]
}
