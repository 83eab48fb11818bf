// Loading bodies through the manager beside reading and decoding the same files plainly; the two take turns, file by file.
import { readFileSync } from 'node:fs'
import { openManager } from '../lib/metier.mjs'
import { shuffle } from '../lib/random.mjs'
import { median } from '../lib/statistics.mjs'

/** `passes`: how often the files are gone through; a new manager each time, so that no text is kept from the last. */
export async function measure({ passes = 6, ...place }) {
  const times = { ours: [], plain: [] }
  let first
  for (let pass = 0; pass < passes; pass++) {
    const manager = await openManager(place)
    for (const [position, { name, path }] of shuffle(manager.getSkills()).entries()) {
      const isOurs = (position + pass) % 2 === 0
      const time = isOurs ? await timeOurs(manager, name) : timePlain(path)
      if (isOurs) first ??= time
      times[isOurs ? 'ours' : 'plain'].push(time)
    }
  }
  // The first third is spent on warming up.
  const settled = (list) => median(list.slice(Math.floor(list.length / 3)))
  return { firstMs: first, oursMs: settled(times.ours), plainMs: settled(times.plain) }
}

async function timeOurs(manager, name) {
  const start = performance.now()
  const skill = await manager.loadSkill(name)
  const time = performance.now() - start
  if (skill === null) throw new Error(`Error: ${name} is not loaded`)
  return time
}

function timePlain(path) {
  const start = performance.now()
  const text = readFileSync(path).toString('utf8')
  const body = text.slice(text.indexOf('\n---', 3) + 5)
  const time = performance.now() - start
  if (body.length === 0) throw new Error(`Error: ${path} is empty`)
  return time
}
