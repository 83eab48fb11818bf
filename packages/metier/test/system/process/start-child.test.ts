import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runProcess } from '../../../src/system/process/run-process.js'
import { bundleProgram, runProgram, startProgram } from '../../support/child.js'
import { temporaryFolder } from '../../support/temporary.js'

const REQUEST = {
  cwd: '/',
  environment: { PATH: process.env.PATH ?? '' },
  input: '',
  timeoutMilliseconds: 20_000,
  outputBytes: 100,
  outputFileBytes: 1000,
}

test('what could not be started leaves nobody listening for the end of this process', async () => {
  const before = process.listenerCount('exit')
  const outcome = await runProcess({ ...REQUEST, command: ['/missing/program'] })
  expect(outcome.startError).toContain('ENOENT')
  expect(process.listenerCount('exit')).toBe(before)
})

test('a signal that was aborted before starts nothing', async () => {
  const outcome = await runProcess({ ...REQUEST, command: ['/missing/program'], signal: AbortSignal.abort() })
  expect(outcome).toMatchObject({ isAborted: true, startError: undefined })
})

const NO_ROOM = `
import { openSync } from 'node:fs'
import { startLineProcess } from '../../src/system/process/line-process.js'
import { runProgram } from '../../src/system/process/process.js'
import { runProcess } from '../../src/system/process/run-process.js'

const request = { cwd: '/', environment: {}, input: '', timeoutMilliseconds: 9000, outputBytes: 9, outputFileBytes: 9 }
let isFull = false
while (!isFull) try { openSync('/dev/null', 'r') } catch { isFull = true }
const run = await runProcess({ ...request, command: ['/bin/true'] })
const lines = startLineProcess({ command: ['/bin/true'], cwd: '/', environment: {}, lineCharacters: 9 })
const program = await runProgram('/bin/true', [], { variables: {}, directory: '/', milliseconds: 9000, mostOutput: 9 })
const reason = await lines.ended
await lines.stop()
await new Promise((resolve) => setImmediate(resolve))
console.log([run.startError, reason, program.errors, program.ended].join('|'))
`

test.skipIf(!existsSync('/bin/true') || !existsSync('/proc'))(
  'where no more files can be opened a program is not started, and this process lives',
  async () => {
    const { code, output } = await runProgram(NO_ROOM)
    const refusal = '/bin/true cannot be started: too many open files'
    expect(output.trim()).toBe([refusal, refusal, refusal, 'not_started'].join('|'))
    expect(code).toBe(0)
  },
)

const NO_TEMPORARY = `
import { runProcess } from '../../src/system/process/run-process.js'

const outcome = await runProcess({
  command: [process.execPath, '-e', 'process.stdout.write("x".repeat(5000))'],
  cwd: '/', environment: {}, input: '', timeoutMilliseconds: 20000, outputBytes: 100, outputFileBytes: 1000,
})
console.log(outcome.exitCode, outcome.stdout.length, JSON.stringify(outcome.rest))
`

test('without a place for temporary files the beginning of a long output is kept', async () => {
  const before = process.env.TMPDIR
  const file = await bundleProgram(NO_TEMPORARY)
  process.env.TMPDIR = '/dev/null/none'
  const { output } = await startProgram(file, []).ended.finally(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  expect(output.trim()).toBe('0 100 {"path":"","bytes":5000,"keptBytes":0}')
})

const HANDING_ON = `
import { runProcess } from '../../src/system/process/run-process.js'

const command = ['/bin/sh', '-c', 'ls /proc/self/fd/40/ /proc/self/fd/90/; ls -l /proc/self/fd']
const outcome = await runProcess({
  command, cwd: '/', environment: { PATH: process.env.PATH ?? '' }, input: '', timeoutMilliseconds: 20000, outputBytes: 9000, outputFileBytes: 9000,
})
console.log(outcome.stdout)
`

test.skipIf(!existsSync('/proc/self/fdinfo'))('files that this process got open are not handed on', async () => {
  const folder = temporaryFolder({ secret: '' })
  const file = await bundleProgram(HANDING_ON)
  const handed = openSync(folder, 'r')
  const stdio = Array.from({ length: 91 }, (_, at) => (at === 40 || at === 90 ? handed : at < 3 ? 'pipe' : 'ignore'))
  const { stdout } = spawnSync(process.execPath, [file], { stdio, encoding: 'utf8' })
  closeSync(handed)
  expect(stdout).toContain('40 -> /dev/null')
  expect(stdout).not.toContain('secret')
  expect(stdout).not.toContain(folder)
})
