// One skill of many files from a local folder: fetched, examined, scanned, sealed and committed; or only copied.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { processorTime } from '../lib/measure.mjs'

export async function measure({ who, files, dist }) {
  const place = mkdtempSync(join(tmpdir(), 'metier-install-'))
  try {
    const names = makeSkill(join(place, 'source/big'), files)
    const work = who === 'copy' ? () => copyWhole(place, names) : await openInstall(place, dist)
    const [startedAt, processorBefore] = [performance.now(), processorTime()]
    await work()
    return { wallMs: performance.now() - startedAt, cpuMs: processorTime() - processorBefore }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function makeSkill(folder, count) {
  const names = ['SKILL.md', ...Array.from({ length: count - 1 }, (_, at) => `references/${at % 10}/page-${at}.md`)]
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    const body = Array.from({ length: 40 }, (_, line) => `Line ${line} of ${name}: what to do, and when.`).join('\n')
    writeFileSync(
      join(folder, name),
      `${name === 'SKILL.md' ? '---\nname: big\ndescription: Many pages\n---\n' : ''}${body}\n`,
    )
  }
  return names
}

async function openInstall(place, dist) {
  const { SkillManager } = await import(pathToFileURL(join(dist, 'index.js')).href)
  const [home, workdir] = [join(place, 'home'), join(place, 'work')]
  for (const folder of [home, workdir]) mkdirSync(folder)
  const manager = await SkillManager.open({ home, workdir, index: false })
  return async () => {
    const answer = await manager.install({ skill: 'big', from: `local:${join(place, 'source')}` })
    if (answer.installed !== true) throw new Error(JSON.stringify(answer))
  }
}

/** File by file, and every folder once. */
async function copyWhole(place, names) {
  const folders = new Set()
  for (const name of names) {
    const target = join(place, 'copy/big', name)
    await mkdir(dirname(target), { recursive: true })
    folders.add(dirname(target))
    await copyFile(join(place, 'source/big', name), target)
    await sync(target)
  }
  for (const folder of folders) await sync(folder)
}

async function sync(path) {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}
