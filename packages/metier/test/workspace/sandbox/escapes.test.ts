/** What a skill's program cannot do in its sandbox: real processes try. */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LIMITS } from '../../../src/skill/limits.js'
import { linkTo } from '../../support/temporary.js'
import { eventually } from '../file-workspace.js'
import { act, describeCaged, openCage } from './caged.js'

const ABSENT = 'ENOENT'

describeCaged('reading', () => {
  test('sees no key, no home, no other skill, no data of Metier and none of the temporary files', async () => {
    const script = `say({
      key: attempt(() => fs.readFileSync(home + '/.ssh/id_ed25519')),
      home: fs.readdirSync(home),
      skills: fs.readdirSync(home + '/.agents/skills'),
      data: attempt(() => fs.readdirSync(home + '/.metier')),
      cache: attempt(() => fs.readdirSync(home + '/.cache')),
      outside: attempt(() => fs.readFileSync(place + '/outside/file')),
      user: attempt(() => fs.readdirSync(input.user + '/.ssh')),
      shadow: attempt(() => fs.readFileSync('/etc/shadow')),
      keys: attempt(() => fs.readdirSync('/etc/ssl/private')),
      own: fs.readdirSync('.').length,
      notes: fs.readFileSync(work + '/notes.txt', 'utf8'),
    })`
    expect(await act(script, { given: { user: process.env.HOME } })).toEqual({
      key: ABSENT,
      home: ['.agents'],
      skills: ['acting'],
      data: ABSENT,
      cache: ABSENT,
      outside: ABSENT,
      user: ABSENT,
      shadow: ABSENT,
      keys: ABSENT,
      own: 3,
      notes: 'notes',
    })
  })

  test('sees neither agent configuration nor other skills in the working directory', async () => {
    const work = {
      '.claude/settings.json': '{"hooks":{}}',
      '.claude/skills/third/SKILL.md': 'third',
      '.agents/skills/fourth/SKILL.md': 'fourth',
      '.mcp.json': '{"token":"x"}',
      '.cursor': linkTo('elsewhere'),
      'elsewhere/mcp.json': '{}',
      'CLAUDE.md': 'Be kind.',
    }
    const script = `say({
      claude: fs.readdirSync(work + '/.claude'),
      agents: fs.readdirSync(work + '/.agents'),
      servers: attempt(() => fs.readFileSync(work + '/.mcp.json')),
      linked: fs.readdirSync(work + '/elsewhere'),
      text: fs.readFileSync(work + '/CLAUDE.md', 'utf8'),
    })`
    expect(await act(script, { work })).toEqual({
      claude: [],
      agents: [],
      servers: 'EACCES',
      linked: [],
      text: 'Be kind.',
    })
  })

  test('a link in the working directory leads nowhere if it leads outside', async () => {
    const work = { key: linkTo('../home/.ssh/id_ed25519'), folder: linkTo('../outside') }
    const script = `say([attempt(() => fs.readFileSync(work + '/key')), attempt(() => fs.writeFileSync(work + '/folder/x', ''))])`
    expect(await act(script, { work, category: 'write' })).toEqual([ABSENT, ABSENT])
  })

  test('of the environment of other processes, nothing', async () => {
    vi.stubEnv('METIER_TEST_SECRET', 'from-the-parent')
    const script = `const all = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name))
      const seen = all.map((pid) => { try { return fs.readFileSync('/proc/' + pid + '/environ', 'latin1') } catch { return '' } })
      say({ processes: all.length < 5, isSeen: seen.join().includes('from-the-parent'), named: process.env.METIER_TEST_NAMED, names: Object.keys(process.env).filter((name) => /^METIER_TEST/.test(name)) })`
    vi.stubEnv('METIER_TEST_NAMED', 'declared')
    expect(await act(script, { env: ['METIER_TEST_NAMED'] })).toEqual({
      processes: true,
      isSeen: false,
      named: 'declared',
      names: ['METIER_TEST_NAMED'],
    })
  })

  test("the first line of the skill's own script shows it no file of the machine", async () => {
    const tools = { tools: [{ name: 'peek', description: 'Peeks', category: 'read', run: ['./peek.sh'] }] }
    const { home, workspace, skillManager } = await openCage('say(1)')
    const { chmodSync, writeFileSync } = await import('node:fs')
    const folder = join(home, '.agents/skills/acting')
    writeFileSync(join(folder, 'tools.yaml'), JSON.stringify(tools))
    writeFileSync(join(folder, 'peek.sh'), `#!${home}/.ssh/id_ed25519\n`)
    chmodSync(join(folder, 'peek.sh'), 0o755)
    await skillManager.approve('acting')
    await workspace.deactivateSkill()
    await workspace.activateSkill('acting')
    expect(await workspace.callTool('peek')).toMatchObject({
      success: false,
      error: expect.stringContaining('No such file or directory'),
    })
  })
})

describeCaged('writing', () => {
  test('a tool that reads changes nothing but its own /tmp, which vanishes', async () => {
    const inTmp = `/tmp/metier-escape-${process.pid}`
    const script = `say([work + '/x', input.place + '/home/.agents/skills/acting/x', '/usr/x', '/etc/x', '/x', '/dev/x', '/run/x', process.env.HOME + '/x', '${inTmp}']
      .map((file) => attempt(() => fs.writeFileSync(file, 'x'))))`
    const { act: again, workdir } = await openCage(script)
    const refused = ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS']
    expect(await again()).toEqual({ success: true, result: [...refused, 'done', 'done'] })
    expect(existsSync(inTmp)).toBe(false)
    expect(readdirSync(workdir)).toEqual(['notes.txt'])
  })

  test.each(['write', 'network'] as const)(
    'one of the category %s changes the working directory and nothing else, not even hooks and instructions in it',
    async (category) => {
      const work = {
        '.git/hooks/pre-commit.sample': '',
        '.git/config': '',
        '.git/modules/part/config': '',
        'AGENTS.md': '',
        '.claude/settings.json': '',
      }
      const script = `say(['/result', '/.git/hooks/pre-commit', '/.git/config', '/.git/modules/part/config', '/AGENTS.md', '/.claude/settings.json', '/../outside/file']
        .map((file) => attempt(() => fs.writeFileSync(work + file, 'x'))))`
      const { act: once, place } = await openCage(script, { category, work })
      const refused = ['EROFS', 'EROFS', 'EROFS', 'EROFS', 'EROFS', ABSENT]
      expect(await once()).toEqual({ success: true, result: ['done', ...refused] })
      expect(readFileSync(join(place, 'work/result'), 'utf8')).toBe('x')
      expect(readFileSync(join(place, 'outside/file'), 'utf8')).toBe('before')
    },
  )

  test('a directory with hooks is not replaced by another, and a worktree keeps its link to the repository', async () => {
    const work = { '.git/hooks/sample': '', 'tree/.git': 'gitdir: elsewhere' }
    const script = `say([attempt(() => fs.renameSync(work + '/.git', work + '/moved')), attempt(() => fs.rmSync(work + '/.git/hooks', { recursive: true })),
      attempt(() => fs.writeFileSync(work + '/.git', 'x'))])`
    expect(await act(script, { work, category: 'write' })).toEqual([
      'EBUSY',
      expect.stringMatching(/EROFS|EBUSY/),
      'EISDIR',
    ])
    const inTree = { work, category: 'write', workdir: (place: string) => join(place, 'work/tree') } as const
    const replace = `say([attempt(() => fs.writeFileSync(work + '/.git', 'x')), attempt(() => fs.renameSync(work + '/.git', work + '/moved'))])`
    expect(await act(replace, inTree)).toEqual(['EROFS', 'EBUSY'])
  })

  test('even the superuser changes no setting of the kernel', async () => {
    // Writes back what is there: a hole must not harm the machine that finds it.
    const script = `const file = '/proc/sys/kernel/core_pattern'
      say([attempt(() => fs.writeFileSync(file, fs.readFileSync(file)))])`
    expect(await act(script, { category: 'execute' })).toEqual(['EROFS'])
  })

  test('fills neither memory nor disk', async () => {
    const megabytes = LIMITS.sandboxTemporaryBytes / 2 ** 20
    const script = `const take = (file, size) => spawnSync('fallocate', ['-l', size + 'M', file]).status
      say({
        temporary: take('/tmp/fitting', ${megabytes - 1}),
        more: take('/tmp/more', 2),
        shared: take('/dev/shm/x', ${LIMITS.sandboxSharedBytes / 2 ** 20 + 1}),
        large: take(work + '/large', ${LIMITS.sandboxFileBytes / 2 ** 20 + 1}),
      })`
    const { act: once, workdir } = await openCage(script, { category: 'write' })
    expect(await once()).toMatchObject({ result: { temporary: 0, more: 1, shared: 1 } })
    expect(readFileSync(join(workdir, 'large')).length).toBe(0)
  })
})

describeCaged('the network', () => {
  async function listen() {
    const server = createServer((socket) => socket.on('error', () => undefined).end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return (server.address() as { readonly port: number }).port
  }

  const CONNECT = `const socket = net.connect(input.port, '127.0.0.1')
    socket.on('connect', () => { say(['connected']); socket.destroy() })
    socket.on('error', (error) => say([error.code]))`

  test.each([
    ['execute', 'ECONNREFUSED'],
    ['network', 'connected'],
  ] as const)('the category %s: a server on this machine gives %s', async (category, answer) => {
    expect(await act(CONNECT, { category, given: { port: await listen() } })).toEqual([answer])
  })

  test('without it, there is no other interface than its own loopback', async () => {
    expect(await act(`const os = await import('node:os'); say(Object.keys(os.networkInterfaces()))`)).toEqual(['lo'])
  })
})

describeCaged('the kernel', () => {
  test('its keyrings, and sockets to the host of a virtual machine, are out of reach', async () => {
    if (!existsSync('/usr/bin/python3')) return
    const keyctl = { x64: 250, arm64: 219 }[process.arch as string]
    if (keyctl === undefined) return
    const look = `import ctypes, json, socket
libc = ctypes.CDLL(None, use_errno=True)
def family(number):
    try:
        socket.socket(number, socket.SOCK_STREAM).close()
        return 'done'
    except OSError as error:
        return error.errno
read = libc.syscall(${keyctl}, 11, -3, None, 0)
print(json.dumps([read, ctypes.get_errno(), *map(family, [1, 2, 40, 38])]))`
    const script = `say(JSON.parse(spawnSync('/usr/bin/python3', ['-c', ${JSON.stringify(look)}], { encoding: 'utf8' }).stdout))`
    // EPERM. An application needs local sockets and IPv4, even without a network.
    expect(await act(script, { category: 'network' })).toEqual([-1, 1, 'done', 'done', 1, 1])
  })
})

describeCaged('other processes', () => {
  test('are neither seen, nor signalled, nor traced', async () => {
    const victim = spawn('sleep', ['600'])
    onTestFinished(() => void victim.kill('SIGKILL'))
    const trace = `import ctypes, json, sys
libc = ctypes.CDLL(None, use_errno=True)
attached = libc.ptrace(16, int(sys.argv[1]), None, None)
print(attached, ctypes.get_errno())`
    const script = `say({
      signal: attempt(() => process.kill(input.victim, 0)),
      memory: attempt(() => fs.readFileSync('/proc/' + input.victim + '/mem')),
      trace: spawnSync('/usr/bin/python3', ['-c', ${JSON.stringify(trace)}, String(input.victim)], { encoding: 'utf8' }).stdout?.trim() ?? '',
    })`
    const hasPython = existsSync('/usr/bin/python3')
    expect(await act(script, { category: 'execute', given: { victim: victim.pid } })).toEqual({
      signal: 'ESRCH',
      memory: ABSENT,
      // EPERM, from the filter of system calls. Without it, ESRCH.
      trace: hasPython ? expect.stringMatching(/^-1 [13]$/) : '',
    })
    expect(victim.exitCode).toBeNull()
  })

  test('the first one, which ends all others, cannot be changed', async () => {
    const change = `import ctypes, json
libc = ctypes.CDLL(None, use_errno=True)
class Part(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('length', ctypes.c_size_t)]
text = ctypes.create_string_buffer(8)
part = Part(ctypes.addressof(text), 8)
one = ctypes.c_ulong(1)
def code(answer): return [answer, ctypes.get_errno()]
traced = code(libc.ptrace(16, 1, None, None))
written = code(libc.process_vm_writev(1, ctypes.byref(part), one, ctypes.byref(part), one, ctypes.c_ulong(0)))
print(json.dumps([traced, written]))`
    const script = `const python = spawnSync('/usr/bin/python3', ['-c', ${JSON.stringify(change)}], { encoding: 'utf8', timeout: 9000 }).stdout
      say([fs.readdirSync('/proc/1'), attempt(() => fs.writeFileSync('/proc/1/mem', '')), python?.trim() ?? ''])`
    const refused = existsSync('/usr/bin/python3') ? '[[-1, 1], [-1, 1]]' : ''
    expect(await act(script, { category: 'execute' })).toEqual([[], 'EROFS', refused])
  })

  test('there is no terminal to type into', async () => {
    expect(await act(`say([attempt(() => fs.openSync('/dev/tty', 'r+'))])`)).toEqual(['ENXIO'])
  })

  test('what it leaves in the background ends with it', async () => {
    const mark = `600.${process.pid}1`
    const script = `for (const detached of [true, false]) spawn('setsid', ['sleep', '${mark}'], { detached, stdio: 'ignore' }).unref(); say({ pid: process.pid })`
    const { act: once } = await openCage(script, { category: 'execute' })
    expect(await once()).toMatchObject({ success: true })
    await eventually(() => findRunning(mark).length === 0)
  })

  test('one that runs too long ends with everything it started', async () => {
    const mark = `600.${process.pid}2`
    const { skillManager, home, workspace } = await openCage('say(1)')
    const { writeFileSync } = await import('node:fs')
    const tool = { name: 'hang', description: 'Hangs', category: 'read', timeout: 0.5, run: ['sh', 'hang.sh'] }
    writeFileSync(join(home, '.agents/skills/acting/tools.yaml'), JSON.stringify({ tools: [tool] }))
    writeFileSync(join(home, '.agents/skills/acting/hang.sh'), `trap '' TERM; setsid sleep ${mark} & sleep ${mark}`)
    await skillManager.approve('acting')
    await workspace.deactivateSkill()
    await workspace.activateSkill('acting')
    expect(await workspace.callTool('hang')).toMatchObject({ error: expect.stringContaining('did not finish within') })
    await eventually(() => findRunning(mark).length === 0)
  })
})

/** The processes of this machine that have a word in their command line. */
function findRunning(word: string): readonly string[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => /^sleep/.test(line) && line.includes(word))
}
