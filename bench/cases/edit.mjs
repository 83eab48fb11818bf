// The work that one edit causes where a watcher tells of it: how long the event loop is not idle from the write until
// all is quiet again, which leaves out the wait for further edits.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { processorTime } from '../lib/measure.mjs'
import { openManager } from '../lib/metier.mjs'

const WARM_UPS = 4
const QUIET_MILLISECONDS = 40
const PATIENCE_MILLISECONDS = 10_000

export async function measure({ edits = 12, ...place }) {
  const manager = await openManager(place)
  const skills = manager.getAvailableSkills()
  let told = () => undefined
  manager.watch(() => told())
  await wait(200)
  const figures = []
  for (let count = 0; count < WARM_UPS + edits; count++) {
    const { path } = skills[Math.floor((count / (WARM_UPS + edits)) * skills.length)]
    figures.push(
      await measureEdit(path, (listener) => {
        told = listener
      }),
    )
  }
  const measured = figures.slice(WARM_UPS)
  return {
    firstMs: figures[0].work,
    workMs: measured.map(({ work }) => work),
    cpuMs: measured.map(({ processor }) => processor),
    reactionMs: measured.map(({ reaction }) => reaction),
  }
}

async function measureEdit(path, onChange) {
  const original = readFileSync(path, 'utf8')
  const idle = await measureWindow(QUIET_MILLISECONDS * 3)
  const change = new Promise((resolve) => onChange(() => resolve(performance.now())))
  writeFileSync(path, `${original}\nOne more line.\n`)
  const start = sample()
  const at = await orThrow(change)
  await wait(QUIET_MILLISECONDS)
  const end = sample()
  const span = end.at - start.at
  onChange(() => undefined)
  writeFileSync(path, original)
  await wait(120)
  const share = (now, before) => Math.max(0, now - before * (span / idle.span))
  return {
    work: share(end.active - start.active, idle.active),
    processor: share(end.processor - start.processor, idle.processor),
    reaction: at - start.at,
  }
}

/** A watch does not keep a process alive, and a watcher that says nothing must not either. */
async function orThrow(change) {
  const controller = new AbortController()
  const late = wait(PATIENCE_MILLISECONDS, undefined, { signal: controller.signal }).then(
    () => Promise.reject(new Error('Error: the watcher told of nothing')),
    () => undefined,
  )
  const at = await Promise.race([change, late])
  controller.abort()
  return at
}

/** What a process that only waits uses, so that it can be taken off. */
async function measureWindow(milliseconds) {
  const start = sample()
  await wait(milliseconds)
  const end = sample()
  return { active: end.active - start.active, processor: end.processor - start.processor, span: end.at - start.at }
}

function sample() {
  return { at: performance.now(), active: performance.eventLoopUtilization().active, processor: processorTime() }
}
