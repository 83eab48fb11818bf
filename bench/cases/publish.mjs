// A directory of skills as a site: the command from its start to its end; or the same files only deflated, an archive for each skill.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

const FILES = ['SKILL.md', 'references/guide.md', 'references/examples.md', 'scripts/run.sh']

export async function measure({ who, skills, main }) {
  const place = mkdtempSync(join(tmpdir(), 'metier-publish-'))
  try {
    const names = Array.from({ length: skills }, (_, at) => `skill-${at}`)
    for (const name of names) makeSkill(join(place, 'skills', name), name)
    const work = who === 'zip' ? () => zipAll(place, names) : () => publish(place, main)
    const startedAt = performance.now()
    work()
    return { wallMs: performance.now() - startedAt }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function makeSkill(folder, name) {
  for (const path of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const lines = Array.from({ length: 40 }, (_, line) => `Line ${line} of ${name}/${path}: what to do, and when.`)
    const text = path.endsWith('.sh') ? `echo ${name}\n` : `${lines.join('\n')}\n`
    const head = path === 'SKILL.md' ? `---\nname: ${name}\ndescription: Does ${name}. Use it for ${name}.\n---\n` : ''
    writeFileSync(join(folder, path), head + text)
  }
}

function publish(place, main) {
  const words = [main, 'publish', 'skills', '--out', 'site', '--base-url', 'https://skills.example.com/', '--json']
  const env = { PATH: process.env.PATH, HOME: place }
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: place,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr + stdout.slice(0, 500))
}

/** The bytes of a zip without its headers. */
function zipAll(place, names) {
  mkdirSync(join(place, 'zips'))
  for (const name of names) {
    const parts = FILES.map((path) => {
      const bytes = readFileSync(join(place, 'skills', name, path))
      crc32(bytes)
      return deflateRawSync(bytes, { level: 9 })
    })
    writeFileSync(join(place, 'zips', `${name}.zip`), Buffer.concat(parts))
  }
}
