/** A publishing process that is killed, and one on a machine with another clock and language. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bundleProgram, type Ended, startProgram } from '../support/child.js'
import { isFull, someOf } from '../support/full.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'

const MINUTES = 5 * 60_000
/** Points at which a publication is killed in `npm test`, and in full. */
const KILLS = isFull ? 20 : 2
const INDEX = '.well-known/agent-skills/index.json'

const PROGRAM = `
import { publishSite } from '../../src/publish/publish-site.js'

const [directory, site, killAt] = process.argv.slice(2)
let steps = 0
const outcome = await publishSite({
  directory,
  site,
  name: 'team',
  defaultName: 'skills',
  baseUrl: 'https://skills.example.com/',
  workdir: directory,
  home: undefined,
  scan: async () => ({ findings: [], ruleSet: '' }),
  isPruned: true,
  isDryRun: false,
  acceptWarnings: async () => true,
  beforeStep: () => {
    if (++steps === Number(killAt)) process.kill(process.pid, 'SIGKILL')
  },
})
console.log(JSON.stringify({ steps, code: outcome.code }))
`

const versionOf = (version: string, more: Readonly<Record<string, string>> = {}) => ({
  'pdf/SKILL.md': skillText('pdf', 'Fills in forms', `version ${version}`),
  'pdf/references/forms.md': `Version ${version}`,
  'mail/SKILL.md': skillText('mail', 'Sends mail'),
  ...more,
})

type Publish = (directory: string, site: string, killAt?: number) => Promise<Ended>

async function prepare(): Promise<{ readonly program: string; readonly publish: Publish }> {
  const program = await bundleProgram(PROGRAM)
  const publish: Publish = (directory, site, killAt = 0) =>
    startProgram(program, [directory, site, String(killAt)]).ended
  return { program, publish }
}

function contentsOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]))
}

/** Every file that an index of the site leads to is there, with its digest where there is one. */
function expectWhole(site: string, where: string): void {
  const { skills } = JSON.parse(readFileSync(join(site, INDEX), 'utf8'))
  for (const { url, digest } of skills) {
    const bytes = readFileSync(join(site, dirname(INDEX), url))
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`, where).toBe(digest)
  }
  const older = JSON.parse(readFileSync(join(site, '.well-known/skills/index.json'), 'utf8'))
  for (const { name, files } of older.skills)
    for (const file of files) expect(existsSync(join(site, '.well-known/skills', name, file)), where).toBe(true)
  const { plugins } = JSON.parse(readFileSync(join(site, 'marketplace.json'), 'utf8'))
  const archive = readFileSync(join(site, new URL(plugins[0].source.url).pathname))
  expect(createHash('sha256').update(archive).digest('hex'), where).toBe(plugins[0].source.sha256)
}

test(
  'killed at any point, every index leads to what it names, and the next run completes the site',
  async () => {
    const { publish } = await prepare()
    const [before, after, site] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    writeFiles(before, versionOf('1'))
    const { 'mail/SKILL.md': _, ...changed } = versionOf('2', { 'new/SKILL.md': skillText('new', 'Is new') })
    writeFiles(after, changed)
    await publish(before, join(site, 'old'))
    cpSync(join(site, 'old'), join(site, 'wanted'), { recursive: true })
    const { steps, code } = JSON.parse((await publish(after, join(site, 'wanted'))).output)
    expect(code).toBe('published')
    const wanted = contentsOf(join(site, 'wanted'))
    const every = Array.from({ length: steps }, (_each, at) => at + 1)
    const distance = Math.max(1, Math.floor(every.length / KILLS))
    const kills = isFull ? every.filter((at) => at % distance === 0 || at === steps) : someOf(every, KILLS)
    expect(kills.length).toBeGreaterThanOrEqual(KILLS)
    const outcomes = new Set<boolean>()
    for (const killAt of kills) {
      const place = join(site, `killed-${killAt}`)
      cpSync(join(site, 'old'), place, { recursive: true })
      expect(await publish(after, place, killAt)).toMatchObject({ signal: 'SIGKILL' })
      expectWhole(place, `killed before step ${killAt} of ${steps}`)
      outcomes.add(readFileSync(join(place, INDEX), 'utf8') === wanted[INDEX])
      expect(await publish(after, place)).toMatchObject({ code: 0 })
      expect(contentsOf(place), `killed before step ${killAt} of ${steps}`).toEqual(wanted)
    }
    // Else nothing was cut off half-way.
    expect(outcomes.size).toBe(2)
  },
  MINUTES,
)

test(
  'after two publications at once, the next one gives a whole site',
  async () => {
    const { publish } = await prepare()
    const [one, other, place] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    writeFiles(one, versionOf('1', { 'one/SKILL.md': skillText('one', 'Is one') }))
    writeFiles(other, versionOf('2', { 'two/SKILL.md': skillText('two', 'Is two') }))
    for (const site of someOf(['a', 'b', 'c', 'd', 'e'], 2).map((name) => join(place, name))) {
      const ended = await Promise.all([publish(one, site), publish(other, site)])
      expect(ended.map(({ code }) => code)).toEqual([0, 0])
      // One of them may have failed, and says so. Another run completes the site.
      expect((await publish(one, site)).output).toContain('"code":"published"')
      expectWhole(site, ended.map(({ output }) => output).join(' '))
      expect(JSON.parse(readFileSync(join(site, INDEX), 'utf8')).skills).toHaveLength(3)
    }
  },
  MINUTES,
)

test(
  'another clock, zone and language give the same bytes',
  async () => {
    const { program, publish } = await prepare()
    const [directory, site] = [temporaryFolder(), temporaryFolder()]
    writeFiles(
      directory,
      versionOf('1', { 'iI/SKILL.md': skillText('ii', 'Has a letter that Turkish writes differently') }),
    )
    await publish(directory, join(site, 'here'))
    const later = 'data:text/javascript,const { now } = Date; Date.now = () => now() + 1e12'
    const env = { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }
    await promisify(execFile)(process.execPath, ['--import', later, program, directory, join(site, 'there')], { env })
    const here = contentsOf(join(site, 'here'))
    expect(here).toHaveProperty(['skills/ii/index.html'])
    expect(contentsOf(join(site, 'there'))).toEqual(here)
  },
  MINUTES,
)
