/** Scripts of skills as tools, with real processes. */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { LIMITS } from '../../../src/skill/limits.js'
import { runProgram } from '../../support/child.js'
import { isFull } from '../../support/full.js'
import { temporaryFolder } from '../../support/temporary.js'
import { eventually, isRunning, openFileWorkspace, scriptSkill } from '../file-workspace.js'

const onPosix = describe.skipIf(process.platform === 'win32')

/** More than the file that a long output is kept in. */
const PRINTED_BYTES = isFull ? 2 ** 30 : 2 ** 27
const CALLS = isFull ? 100 : 30

async function openScript(script: string, more: Readonly<Record<string, unknown>> = {}) {
  const opened = await openFileWorkspace({ acting: scriptSkill(script, more) })
  expect(await opened.workspace.activateSkill('acting')).toMatchObject({ success: true, tools: [{ toolName: 'act' }] })
  return opened
}

onPosix('a script', () => {
  test('gets its input as JSON on stdin; JSON on stdout is structured', async () => {
    const { workspace } = await openScript('cat', { input: { type: 'object' } })
    expect(await workspace.callTool('act', { file: "a'b $(x).pdf", n: [1] })).toEqual({
      success: true,
      result: { file: "a'b $(x).pdf", n: [1] },
    })
  })

  test('what is no JSON is text', async () => {
    const { workspace } = await openScript('echo "[not json"')
    expect(await workspace.callTool('act')).toEqual({ success: true, result: '[not json\n' })
  })

  test('a field in its argv is one argument, whatever it holds; one that is not given leaves its argument out', async () => {
    const input = { type: 'object', properties: { file: { type: 'string' }, page: { type: 'integer' } } }
    const { workspace } = await openScript('printf "<%s>" "$@"', {
      input,
      run: ['sh', 'act.sh', '--', '{file}', '{page}', '{}'],
    })
    expect(await workspace.callTool('act', { file: 'a b; $(x) "y"\n*' })).toMatchObject({
      result: '<--><a b; $(x) "y"\n*><{}>',
    })
    expect(await workspace.callTool('act', { file: '', page: 3 })).toMatchObject({ result: '<--><><3><{}>' })
  })

  test("runs in the skill's folder, or where the conversation is", async () => {
    const { workspace, root } = await openScript('pwd')
    expect(await workspace.callTool('act')).toMatchObject({ result: `${join(root, 'acting')}\n` })
    const elsewhere = await openFileWorkspace(
      { acting: scriptSkill('pwd', { cwd: 'workdir', run: ['sh', '{skill}/act.sh'] }) },
      { workdir: root },
    )
    await elsewhere.workspace.activateSkill('acting')
    expect(await elsewhere.workspace.callTool('act')).toMatchObject({ result: `${root}\n` })
  })

  test('sees nothing of the environment but what the skill names', async () => {
    vi.stubEnv('METIER_TEST_SECRET', 'secret')
    vi.stubEnv('METIER_TEST_NAMED', 'named')
    const { workspace } = await openScript('env', { env: ['METIER_TEST_NAMED'] })
    const { result } = await workspace.callTool('act')
    expect(result).toContain('METIER_TEST_NAMED=named')
    expect(result).not.toContain('METIER_TEST_SECRET')
    expect(result).not.toMatch(/^HOME=/m)
  })

  test('an exit code that is not 0 is a failure with what it said', async () => {
    const { workspace } = await openScript('echo partial; echo "no such page" >&2; exit 3')
    expect(await workspace.callTool('act')).toMatchObject({
      success: false,
      error: "'act' exited with code 3: no such page",
      failure: { code: 'tool_failed', details: { exitCode: 3, stdout: 'partial\n', stderr: 'no such page\n' } },
    })
  })

  test('a program that is not there is a failure', async () => {
    const { workspace } = await openScript('', { run: ['no-such-program-here'] })
    expect(await workspace.callTool('act')).toMatchObject({
      error: "'act' could not be started: the program 'no-such-program-here' is not on PATH",
    })
  })

  test('an argument that no program can be given is a failure', async () => {
    const input = { type: 'object', properties: { file: { type: 'string' } } }
    const { workspace } = await openScript('', { input, run: ['echo', '{file}'] })
    expect(await workspace.callTool('act', { file: 'a\0b' })).toMatchObject({
      error: expect.stringContaining('could not be started'),
    })
  })

  test('one that hangs is ended with everything it started', async () => {
    const { workspace, root } = await openScript('sleep 600 & echo $! > child; trap "" TERM; sleep 600', {
      timeout: 0.2,
    })
    expect(await workspace.callTool('act')).toMatchObject({
      success: false,
      error: "'act' was stopped: it did not finish within 0.2 s",
    })
    const child = Number(readFileSync(join(root, 'acting/child'), 'utf8'))
    await eventually(() => !isRunning(child))
  })

  test('one that forks leaves nothing running when it ends', async () => {
    const { workspace } = await openScript('sleep 600 & echo $!')
    const { result } = await workspace.callTool('act')
    await eventually(() => !isRunning(Number(result)))
  })

  test.skipIf(process.platform !== 'linux' || spawnSync('setsid', ['true']).status !== 0)(
    'one that puts a child into a session of its own leaves nothing running either',
    async () => {
      const { workspace } = await openScript(
        'setsid sh -c "echo \\$\\$; exec sleep 600" > pid 2>&1 < /dev/null & while ! [ -s pid ]; do :; done; cat pid',
      )
      const { result } = await workspace.callTool('act')
      expect(Number(result)).toBeGreaterThan(1)
      await eventually(() => !isRunning(Number(result)))
    },
  )

  test('aborting the call ends it', async () => {
    const { workspace, root } = await openScript('echo $$ > pid; sleep 600')
    const stop = new AbortController()
    const call = workspace.callTool('act', {}, { signal: stop.signal })
    const file = join(root, 'acting/pid')
    await eventually(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
    stop.abort()
    expect(await call).toMatchObject({ failure: { code: 'call_aborted' } })
    await eventually(() => !isRunning(Number(readFileSync(file, 'utf8'))))
  })

  test('deactivating its skill ends it', async () => {
    const { workspace, root } = await openScript('echo $$ > pid; sleep 600')
    const call = workspace.callTool('act')
    const file = join(root, 'acting/pid')
    await eventually(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'))
    await workspace.deactivateSkill()
    expect(await call).toMatchObject({ success: false, error: expect.stringContaining('deactivated') })
    await eventually(() => !isRunning(Number(readFileSync(file, 'utf8'))))
  })

  test(`one that prints ${PRINTED_BYTES} bytes fills neither memory nor disk`, async () => {
    const { workspace } = await openScript(`head -c ${PRINTED_BYTES} /dev/zero`, { timeout: 120 })
    const { result } = await workspace.callTool('act')
    const text = String(result)
    expect(text.length).toBeLessThan(LIMITS.toolOutputBytes + 500)
    const notice = new RegExp(
      `Output truncated: ${PRINTED_BYTES} bytes in total\\. The first 67108864 bytes are in (.*)$`,
    )
    const [, path = ''] = notice.exec(text) ?? []
    expect(statSync(path).size).toBe(LIMITS.toolOutputFileBytes)
    rmSync(dirname(path), { recursive: true })
  }, 120_000)

  test('what does not fit is whole in a file', async () => {
    const { workspace } = await openScript('head -c 300000 /dev/zero | tr "\\0" x')
    const { result } = await workspace.callTool('act')
    const [, path = ''] =
      /Output truncated: 300000 bytes in total\. The full output is in (.*)$/.exec(String(result)) ?? []
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(300_000))
    rmSync(dirname(path), { recursive: true })
  })

  test(`${CALLS} at once give ${CALLS} answers`, async () => {
    const { workspace } = await openScript('cat')
    const calls = Array.from({ length: CALLS }, (_, n) => workspace.callTool('act', { n }))
    const answers = await Promise.all(calls)
    expect(answers.map(({ result }) => result)).toEqual(answers.map((_, n) => ({ n })))
    expect(workspace.getMetrics().tools.act).toMatchObject({ called: CALLS, succeeded: CALLS })
  }, 120_000)
})

onPosix('when the process ends', () => {
  test('what still runs ends with it', async () => {
    const folder = temporaryFolder()
    const { code } = await runProgram(
      `import { existsSync } from 'node:fs'
       import { runProcess } from '../../src/system/process/run-process.ts'
       void runProcess({ command: ['sh', '-c', 'echo $$ > pid; sleep 600'], cwd: process.argv[2], environment: { PATH: process.env.PATH },
         input: '', timeoutMilliseconds: 600_000, outputBytes: 10, outputFileBytes: 10 })
       setInterval(() => existsSync(process.argv[2] + '/pid') && process.exit(0), 5)`,
      [folder],
    )
    expect(code).toBe(0)
    await eventually(() => !isRunning(Number(readFileSync(join(folder, 'pid'), 'utf8'))))
  })
})

describe('a collision', () => {
  test('a tool from files never takes a name: it is prefixed', async () => {
    const { workspace } = await openFileWorkspace({ acting: scriptSkill('echo mine') })
    workspace.addGlobalTool({
      toolName: 'act',
      desc: 'Global',
      paramsSchema: { type: 'object' },
      execute: () => 'global',
    })
    expect(await workspace.activateSkill('acting')).toMatchObject({ tools: [{ toolName: 'acting_act' }] })
    expect(await workspace.callTool('act')).toMatchObject({ result: 'global' })
    expect(workspace.getToolSource('acting_act')).toEqual({ source: 'skill', owner: 'acting' })
  })
})
