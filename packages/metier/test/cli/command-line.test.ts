import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ELSEWHERE } from '../../src/cli/arguments/unknown-command.js'
import { COMMANDS } from '../../src/cli/commands.js'
import {
  type Machine,
  plainAndNeedy,
  runBuilt,
  runMetier,
  runProgram,
  skillText,
  useMetier,
  writeText,
} from './run-metier.js'

const metier = useMetier()

describe('the command line', () => {
  test.each(['--version', '-V'])('%s prints the version of the package', async (option) => {
    const { code, stdout, stderr } = await runMetier(metier.create(), option)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('--version --json and a command with --version give the same version', async () => {
    const machine = metier.create()
    const plain = (await runMetier(machine, '--version')).stdout.trim()
    expect(JSON.parse((await runMetier(machine, '--version', '--json')).stdout)).toEqual({ version: plain })
    expect((await runMetier(machine, 'list', '--version')).stdout.trim()).toBe(plain)
  })

  test('--version next to the name of a skill says how to choose a version', async () => {
    const { code, stdout, stderr } = await runMetier(metier.create(), 'install', 'pdf', '--version', '1.1.0')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('add it to the name: pdf@VERSION')
  })

  test.each([[[]], [['help']], [['--help']], [['-h']]])('%j shows every command on stdout', async (words) => {
    const { code, stdout } = await runMetier(metier.create(), ...words)
    for (const { name, isHidden } of COMMANDS) expect(new RegExp(`^  ${name}[ ,]`, 'm').test(stdout)).toBe(!isHidden)
    expect(code).toBe(0)
  })

  test.each([
    ['lst', 'metier list'],
    ['sreach', 'metier search'],
    ['hlep', 'metier help'],
    ['valid', 'metier validate'],
    ['uninstall', 'metier remove'],
    ['LIST', 'metier list'],
    ['Serch', 'metier search'],
    ['LS', 'metier list'],
    ['version', 'metier --version'],
    ['complete', 'metier completion'],
    ['why', 'metier check'],
    ['ui', 'metier serve'],
    ['dashboard', 'metier serve'],
    ['pin', 'metier lock --pin NAME'],
    ['exec', 'metier run'],
    ['download', 'metier install'],
  ])('the command %s is misused, and %s may have been meant', async (typed, meant) => {
    const { code, stdout, stderr } = await runMetier(metier.create(), typed)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`error: unknown command: ${typed}\nDid you mean: ${meant}\n`)
  })

  test('what other tools call a command is no command of ours, and leads to one that is', () => {
    const names = COMMANDS.map(({ name }) => name)
    for (const [word, meant] of Object.entries(ELSEWHERE)) {
      expect(names).not.toContain(word)
      expect([...names, '--version']).toContain(meant.split(' ')[0])
    }
  })

  test('with --json a misuse is one document too', async () => {
    const { code, stdout } = await runMetier(metier.create(), 'lst', '--json')
    expect(JSON.parse(stdout)).toEqual({ error: 'unknown command: lst' })
    expect(code).toBe(2)
  })

  test.each([
    [['list', '--verbos'], 'Did you mean: --verbose'],
    [['list', '--jsno'], 'Did you mean: --json'],
    [['list', '-x'], 'unknown option: -x'],
    [['--nope'], "Run 'metier help' to see all commands and options."],
    [['--jsno'], 'Did you mean: --json'],
    [['info', '-dash'], 'To pass it as an argument, put it after --: metier info -- -dash'],
    [['info', "--it's=odd", '--json'], "after --: metier info --json -- '--it'\\''s=odd'"],
    [['config', 'set', 'limits.walkDepth', '-3'], "'limits.walkDepth' must be a positive number"],
    [['list', 'surplus'], "unexpected argument 'surplus'"],
    [['list', '--root'], '--root needs a value: --root DIR'],
    [['list', '--root', '--verbose'], '--root needs a value'],
    [['list', '--verbose=yes'], '--verbose does not take a value'],
    [['search', 'x', '--limit', 'many'], '--limit must be a whole number (at least 1), not many'],
    [['search', 'x', '--limit=0'], '--limit must be a whole number'],
    [['test', '.', '--at-least', '101'], '--at-least must be a whole number (0 to 100), not 101'],
    [['serve', '--port', '65536'], '--port must be a whole number (1 to 65535), not 65536'],
    [['completion', 'tcsh'], "invalid SHELL 'tcsh' (expected bash, zsh, fish)"],
    [['search'], 'missing argument QUERY'],
    [['config', 'set', 'skills.roots'], 'Add it after the key: metier config set skills.roots VALUE'],
    [['search', ''], 'missing argument QUERY'],
    [['search', '  ', ' '], 'missing argument QUERY'],
    [['help', 'lst'], 'Did you mean: metier list'],
  ])('%j is misused: %s', async (words, message) => {
    const { code, stderr } = await runMetier(metier.create(), ...words)
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })

  test('options may stand before the command, and -- ends them', async () => {
    const machine = metier.create({ 'skills/--odd/SKILL.md': skillText('--odd', 'Has an odd name') })
    const before = await runMetier(machine, '--root', 'skills', '--json', 'list')
    expect(JSON.parse(before.stdout)).toMatchObject({ count: 1 })
    const after = await runMetier(machine, 'check', '--root=skills', '--', '--odd')
    expect(after.stdout).toContain('--odd can be used here')
  })
})

test.each([
  [['--version']],
  [['--help']],
  [['list']],
  [['list', '--json']],
  [['check', 'needy']],
  [['info', 'missing', '--json']],
  [['lst']],
])('%j is answered alike by the built command line and by run(words, io)', async (words) => {
  const machine = metier.create(plainAndNeedy())
  expect(await runBuilt(machine, ...words)).toEqual(await runMetier(machine, ...words))
})

describe('what is printed', () => {
  const DESCRIPTION = '"Nice \\e[31mred\\e[0m\\e]0;title\\a \\x9b2J\\u202egpj.exe \\r\\x08"'
  const BODY = 'See [it](gone\u001b[2J.md).\n'

  function createHostile(): Machine {
    const text = `---\nname: hostile\ndescription: ${DESCRIPTION}\n---\n${BODY}`
    return metier.create({ '.agents/skills/hostile/SKILL.md': text })
  }

  test.each([
    [['list']],
    [['list', '--verbose']],
    [['info', 'hostile']],
    [['check', 'hostile']],
    [['search', 'nice']],
    [['prompt']],
    [['validate', '.agents/skills']],
    [['doctor']],
    [['list', '--json']],
    [['validate', '.agents/skills', '--json']],
    [['doctor', '--json']],
  ])('%j lets no control character of a skill through', async (words) => {
    const { stdout, stderr } = await runMetier(createHostile(), ...words)
    expect(stdout).toContain('hostile')
    expect(
      [...stdout, ...stderr].filter((character) => /[\p{Cc}\u202e]/u.test(character) && character !== '\n'),
    ).toEqual([])
  })

  test('--json still says exactly what the skill says', async () => {
    const { stdout } = await runMetier(createHostile(), 'list', '--json')
    expect(JSON.parse(stdout).skills[0].description).toContain('\u001b[31mred')
    expect(JSON.parse(stdout).skills[0].description).toContain('\u202egpj.exe')
  })

  test('is not coloured when it is piped', async () => {
    const { stdout } = await runMetier(createHostile(), 'help', 'list')
    expect(stdout).not.toContain('\u001b')
  })

  test('a reader who stops early is no error', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, at) => [`skills/s-${at}/SKILL.md`, skillText(`s-${at}`, 'x'.repeat(900))]),
    )
    const machine = metier.create(files)
    const script = `"${process.execPath}" "${machine.main}" list --root skills | /usr/bin/head -1; echo "\${PIPESTATUS[0]}"`
    const { stdout, stderr } = await runProgram(machine, '/bin/bash', ['-c', script])
    expect(stdout).toMatch(/^NAME +SCOPE +DESCRIPTION\n0\n$/)
    expect(stderr).toBe('')
  })

  test('Ctrl-C ends with 130 and without a word', async () => {
    const machine = metier.create()
    // So many that they are not done in one go: between two the signal is heard.
    for (let at = 0; at < 500; at++) {
      writeText(join(machine.project, `skills/s-${at}/SKILL.md`), skillText(`s-${at}`, 'Does something'))
    }
    const child = spawn(process.execPath, [machine.main, 'validate', 'skills'], {
      cwd: machine.project,
      env: { ...machine.variables, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(INTERRUPT)}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)))
    const [code, signal] = await once(child, 'close')
    expect({ code, signal, output }).toEqual({ code: 130, signal: null, output: '' })
  })
})

/** Sends the signal to its own process as soon as somebody listens, which is when the command has begun. */
const INTERRUPT = `
const listen = process.once
process.once = function (event, listener) {
  const result = listen.call(this, event, listener)
  if (event === 'SIGINT') setImmediate(() => process.kill(process.pid, 'SIGINT'))
  return result
}`
