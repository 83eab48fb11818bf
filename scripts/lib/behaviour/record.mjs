// Runs scenarios two at a time and gives the text of each.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createMachine } from './machine.mjs'
import { normalise } from './normalise.mjs'

const AT_ONCE = 2

/** The records of scenarios by name, in their order. */
export async function recordAll(scenarios, packageFolder, onDone) {
  // Always as long, on whatever machine: some texts are laid out by the length of a path.
  const base = mkdtempSync(join(realpathSync('/tmp'), 'metier-behaviour-'))
  // One scenario runs as another user.
  chmodSync(base, 0o755)
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const records = new Map()
  const queue = [...scenarios.entries()]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [index, scenario] = next
      const place = join(base, String(index).padStart(3, '0'))
      records.set(scenario.name, await recordOne(scenario, place, { packageFolder, version }))
      onDone(scenario.name)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await rm(base, { recursive: true, force: true })
  }
  return new Map(scenarios.map(({ name }) => [name, records.get(name)]))
}

async function recordOne({ name, setup, steps }, place, { packageFolder, version }) {
  mkdirSync(place)
  const machine = await createMachine(place, setup, packageFolder)
  const texts = []
  try {
    for (const step of steps) texts.push((await step(machine)) ?? '')
  } finally {
    machine.server?.close()
  }
  await rm(place, { recursive: true, force: true })
  return `# ${name}\n\n${normalise(texts.join(''), machine, version)}`
}
