/** Which programs run in the sandbox, what the configuration says about it, and what happens without one. */

import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../../src/mcp/host/start-server.js'
import { findSystemPlaces } from '../../../src/system/sandbox/system-places.js'
import { bubblewrap } from '../../../src/workspace/sandbox/bubblewrap.js'
import { profileOf } from '../../../src/workspace/sandbox/profile.js'
import { isSuperuser } from '../../support/other-user.js'
import { temporaryFolder } from '../../support/temporary.js'
import { eventually } from '../file-workspace.js'
import { act, describeCaged, openCage } from './caged.js'

describeCaged('interpreters in a home folder', () => {
  test('node of nvm and a virtual environment of Python start, and the rest of that home stays hidden', async () => {
    const home = temporaryFolder({ '.nvm/versions/node/v20.0.0/bin/': '', '.local/share/keyrings/login': 'SECRET' })
    const node = join(home, '.nvm/versions/node/v20.0.0/bin')
    copyFileSync(process.execPath, join(node, 'node'))
    const made = spawnSync('python3', ['-m', 'venv', '--without-pip', join(home, 'venv')])
    vi.stubEnv('PATH', `${node}:${join(home, 'venv/bin')}:/usr/bin:/bin`)
    const script = `say({
      node: process.execPath,
      python: spawnSync('python3', ['-c', 'import sys, json; print(sys.prefix)'], { encoding: 'utf8' }).stdout.trim(),
      home: fs.readdirSync(input.other).sort(),
      keys: attempt(() => fs.readFileSync(input.other + '/.local/share/keyrings/login')),
    })`
    const more = '---\nname: acting\ndescription: Acts\nmetadata: {"openclaw":{"requires":{"bins":["python3"]}}}\n---\n'
    const files = { '.agents/skills/acting/SKILL.md': more }
    const hasVenv = made.status === 0
    expect(await act(script, { given: { other: home }, home: files })).toEqual({
      node: join(node, 'node'),
      python: hasVenv ? join(home, 'venv') : expect.any(String),
      home: hasVenv ? ['.nvm', 'venv'] : ['.nvm'],
      keys: 'ENOENT',
    })
  })
})

describeCaged('the interpreters of uv', () => {
  test('start, and the tokens that uv keeps next to them stay hidden', async () => {
    const share = join(temporaryFolder({ '.local/share/uv/credentials/credentials.toml': 'SECRET' }), '.local/share/uv')
    const bin = join(share, 'python/cpython-3.13/bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'python9'), '#!/bin/sh\necho started\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
    const script = `say([spawnSync('python9', [], { encoding: 'utf8' }).stdout, fs.readdirSync(input.share)])`
    expect(await act(script, { given: { share } })).toEqual(['started\n', ['python']])
  })
})

describeCaged('a server of a skill', () => {
  test('has the network and a home of its own that lasts, and sees nothing of the data around it', async () => {
    const server = `import { readFileSync, writeFileSync, readdirSync, existsSync, appendFileSync } from 'node:fs'
      import { createInterface } from 'node:readline'
      import { networkInterfaces } from 'node:os'
      const file = process.env.HOME + '/starts'
      appendFileSync(file, 'x')
      const text = JSON.stringify({ starts: readFileSync(file, 'utf8'), data: existsSync(process.env.DATA ?? '/none'), links: Object.keys(networkInterfaces()) })
      createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line)
        if (id === undefined) return
        const result = method === 'initialize' ? { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }
          : method === 'tools/list' ? { tools: [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }] }
          : { content: [{ type: 'text', text }] }
        console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })`
    const { home, workspace, skillManager } = await openCage('say(1)', { workspace: { startServer } })
    const folder = join(home, '.agents/skills/acting')
    vi.stubEnv('DATA', join(home, '.metier'))
    writeFileSync(join(folder, 'server.mjs'), server)
    writeFileSync(
      join(folder, 'tools.yaml'),
      JSON.stringify({ servers: { small: { command: 'node', args: ['server.mjs'], env: ['DATA'] } } }),
    )
    await skillManager.approve('acting')
    await workspace.deactivateSkill()
    for (const starts of ['x', 'xx']) {
      expect(await workspace.activateSkill('acting')).toMatchObject({ success: true })
      const { result } = await workspace.callTool('look')
      const seen = JSON.parse(String(result)) as { readonly links: readonly string[] }
      expect(seen).toMatchObject({ starts, data: false })
      expect(seen.links.length).toBeGreaterThanOrEqual(
        spawnSync('ls', ['/sys/class/net']).stdout.toString().split('\n').length > 2 ? 2 : 1,
      )
      await workspace.deactivateSkill()
    }
  })
})

describeCaged('the working directory', () => {
  test('is not shown if it contains the home folder: a tool that runs there is refused, others run', async () => {
    const whole = { workdir: (place: string) => place }
    const refused = await act('say([1])', { ...whole, cwd: 'workdir' })
    expect(refused).toMatchObject({ error: expect.stringContaining('it contains your home directory') })
    const seen = await act(`say(fs.readdirSync(work))`, whole)
    expect(seen).toEqual(['home'])
  })

  test('hides the other skills if it is a root itself', async () => {
    const roots = (place: string) => join(place, 'home/.agents/skills')
    const script = `say([fs.readdirSync('.').length, fs.readdirSync(work + '/other')])`
    expect(await act(script, { workdir: roots })).toEqual([3, []])
  })
})

describe('the configuration', () => {
  const SEES_OUTSIDE = `say([attempt(() => fs.readFileSync(place + '/outside/file'))])`

  test('off runs programs without a sandbox and says nothing', async () => {
    const { act: once, activated } = await openCage(SEES_OUTSIDE, { manager: { config: { sandbox: 'off' } } })
    expect(activated.notes).toEqual([])
    expect(await once()).toEqual({ success: true, result: ['done'] })
  })

  test('auto says once for each manager that there is none, and runs the program', async () => {
    vi.stubEnv('PATH', nodeOnly())
    const { act: once, activated, workspace } = await openCage(SEES_OUTSIDE)
    expect(activated.notes).toEqual([expect.stringMatching(/without a sandbox here: .*metier doctor/)])
    expect(await once()).toEqual({ success: true, result: ['done'] })
    await workspace.deactivateSkill()
    expect((await workspace.activateSkill('acting')).notes).toEqual([])
  })

  test('require refuses what it cannot enclose, and names the reason', async () => {
    vi.stubEnv('PATH', nodeOnly())
    const { act: once } = await openCage(SEES_OUTSIDE, { manager: { config: { sandbox: 'require' } } })
    expect(await once()).toMatchObject({
      success: false,
      error: expect.stringMatching(/^'act' could not be started: your configuration requires a sandbox, but /),
    })
  })

  test('a sandbox that fails fails the call: nothing falls back to running without one', async () => {
    if (process.platform !== 'linux') return
    const bin = nodeOnly()
    // It passes the trial, which has no --chdir, and breaks afterwards.
    writeFileSync(join(bin, 'bwrap'), '#!/bin/sh\ncase "$*" in *--chdir*) echo "bwrap: broken" >&2; exit 1;; esac\n', {
      mode: 0o755,
    })
    vi.stubEnv('PATH', bin)
    const { act: once } = await openCage(SEES_OUTSIDE)
    expect(await once()).toMatchObject({ success: false, error: "'act' exited with code 1: bwrap: broken" })
  })
})

/** The command that starts a shell with the profile `read` in the skill of a folder. */
function composeReader(place: string, script: string, program = 'bwrap'): readonly [string, ...string[]] {
  return bubblewrap.compose(program, ['/bin/sh', '-c', script], {
    profile: profileOf('read'),
    system: findSystemPlaces(),
    programs: [],
    skill: join(place, 'skill'),
    workdir: undefined,
    home: undefined,
    users: undefined,
    cwd: '/',
  })
}

describeCaged('for a user without special powers', () => {
  test.skipIf(!isSuperuser)('it starts, hides and limits the number of processes', () => {
    const place = temporaryFolder({ 'skill/a': '', 'home/key': 'SECRET' })
    const { limiter, countsApart } = findSystemPlaces()
    const count = 'i=0; while [ $i -lt 600 ]; do sleep 5 & i=$((i+1)); done; echo all'
    const asNobody = join(place, 'bwrap')
    const becomes = 'exec setpriv --reuid 65534 --regid 65534 --clear-groups'
    writeFileSync(asNobody, `#!/bin/sh\n${becomes} bwrap "$@"\n`, { mode: 0o755 })
    const [program, ...words] = composeReader(place, `id -u; cat ${place}/home/key; ${count}`, asNobody)
    const { stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
    expect(stdout.split('\n')[0]).toBe('1000')
    expect(stdout).not.toContain('SECRET')
    if (limiter === undefined || !countsApart) return
    expect(stdout).not.toContain('all')
    expect(stderr).toMatch(/fork/i)
  })
})

describeCaged('when Metier itself is killed', () => {
  test('the program ends', async () => {
    const place = temporaryFolder({ 'skill/a': '' })
    const mark = `600.${process.pid}3`
    const [first, ...words] = composeReader(place, `echo ready; sleep ${mark}`)
    const program = `require('node:child_process').spawn('${first}', ${JSON.stringify(words)}, { stdio: 'inherit', detached: true })`
    const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => parent.stdout.once('data', resolve))
    parent.kill('SIGKILL')
    const isGone = () => !spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).stdout.includes(`sleep ${mark}`)
    await eventually(isGone)
  })
})

/** A folder with nothing but node in it, for PATH. */
function nodeOnly(): string {
  const folder = temporaryFolder()
  symlinkSync(process.execPath, join(folder, 'node'))
  return folder
}
