/** Another program may write in the working directory while a sandbox is prepared. What it puts there is not shown. */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findProgram } from '../../../src/system/process/find-program.js'
import { escapePlace, readMountOrigins } from '../../../src/system/sandbox/mount-origins.js'
import { temporaryFolder } from '../../support/temporary.js'
import { describeCaged, openCage } from './caged.js'

/** A bwrap that mounts another source: what happens if a link takes the place of a directory at the right moment. */
function installDeceived(source: string, instead: string): void {
  const bin = temporaryFolder()
  const script = `#!${process.execPath}
const { spawnSync } = require('node:child_process')
const words = process.argv.slice(2)
const at = words.findIndex((word, at) => word === ${JSON.stringify(source)} && /bind$/.test(words[at - 1]))
if (at >= 0) words[at] = ${JSON.stringify(instead)}
const { status } = spawnSync(${JSON.stringify(findProgram('bwrap', process.env.PATH ?? ''))}, words, { stdio: [0, 1, 2, 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', 9] })
process.exit(status)
`
  writeFileSync(join(bin, 'bwrap'), script, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
}

describeCaged('while a sandbox is prepared', () => {
  const SEES = `fs.writeFileSync('/tmp/x', ''); say(fs.readdirSync(work + '/.github'))`
  const work = { '.github/workflows/ci.yml': '' }

  test.each([
    ['a directory that is mounted so that it keeps its name', 'work/.github'],
    ['a directory that is kept as it is', 'work/.github/workflows'],
    ['the working directory', 'work'],
    ["the skill's own directory", 'home/.agents/skills/acting'],
  ])('%s is replaced: the program is not started', async (_, replaced) => {
    const { act, place } = await openCage(SEES, { work, category: 'write' })
    installDeceived(join(place, replaced), join(place, 'home/.ssh'))
    expect(await act()).toMatchObject({ success: false, error: expect.stringContaining('code 126') })
    expect(await act()).toMatchObject({
      error: expect.stringContaining(`${join(place, replaced)} was replaced while the sandbox was prepared`),
    })
  })

  test('nothing is replaced: the program is started, whatever the names of the directories', async () => {
    const odd = 'with space\nand line\\012'
    const { act } = await openCage(`say(fs.readdirSync(work).sort())`, {
      work: { [`${odd}/AGENTS.md`]: '', [`${odd}/.claude/x`]: '' },
      workdir: (place) => join(place, 'work', odd),
      category: 'write',
    })
    expect(await act()).toEqual({ success: true, result: ['.claude', 'AGENTS.md'] })
  })
})

test.skipIf(!existsSync('/proc/self/mountinfo'))(
  'the origin of a path names its file system and the place in it',
  () => {
    const folder = temporaryFolder({ 'a b/c': '' })
    const originOf = readMountOrigins()
    const [device, origin, place] = originOf(join(folder, 'a b')).split(' ')
    expect(device).toMatch(/^\d+:\d+$/)
    expect(origin?.endsWith('/a\\040b')).toBe(true)
    expect(place).toBe(escapePlace(join(folder, 'a b')))
  },
)
