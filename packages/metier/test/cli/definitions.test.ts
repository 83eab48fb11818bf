/** Everything that is made from the definitions of commands: help, the reference page, completion. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/cli/command.js'
import { COMMANDS } from '../../src/cli/commands.js'
import { composeCompletion, SHELLS } from '../../src/cli/completion-scripts.js'
import { GLOBAL_OPTIONS } from '../../src/cli/global-options.js'
import { findCommandWord, parseWords } from '../../src/cli/parse-words.js'
import { composeReference } from '../../src/cli/reference.js'
import { type Machine, runMetier, runProgram, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const page = fileURLToPath(new URL('../../../../docs/reference/cli.md', import.meta.url))
const definitions = await Promise.all(
  COMMANDS.map(async (entry) => ({ ...entry, command: (await entry.load()).command })),
)
const shown = definitions.filter(({ isHidden }) => !isHidden).map(({ command }) => command)

describe('every command', () => {
  test.each(definitions)(
    '$name is listed with the name and the summary of its definition',
    ({ name, summary, command }) => {
      expect({ name: command.name, summary: command.summary }).toEqual({ name, summary })
    },
  )

  test.each(shown.map(({ name }) => name))('metier %s --help shows usage, options and two examples', async (name) => {
    const machine = metier.create()
    const { code, stdout, stderr } = await runMetier(machine, name, '--help')
    if (name !== 'help') expect(stdout).toContain(`Usage: metier ${name}`)
    for (const option of GLOBAL_OPTIONS) expect(stdout).toContain(`--${option.name}`)
    expect(
      (await runMetier(machine, 'help', name)).stdout.match(/^ {2}(?:metier|source) /gm)?.length,
    ).toBeGreaterThanOrEqual(2)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test.each(shown.flatMap(({ examples }) => examples.map(({ line }) => line)))(
    'the example `%s` is understood',
    (line) => {
      const words = wordsOf(line)
      const at = findCommandWord(words)
      const command = shown.find(({ name }) => name === words[at])
      expect(parseWords(command as Command, words.toSpliced(at, 1))).toMatchObject({ ok: true })
    },
  )

  test('help --json gives the definitions', async () => {
    const { stdout } = await runMetier(metier.create(), 'help', 'search', '--json')
    const search = shown.find(({ name }) => name === 'search')
    expect(JSON.parse(stdout)).toMatchObject({ name: 'search', arguments: search?.arguments, options: search?.options })
  })
})

describe('the reference page', () => {
  test('says what the definitions say', () => {
    const text = composeReference(shown)
    if (process.env.METIER_UPDATE_DOCS === '1') writeFileSync(page, text)
    expect(readFileSync(page, 'utf8')).toBe(text)
  })
})

describe('completion', () => {
  test.each(SHELLS)('for %s names every command and every option', (shell) => {
    const script = composeCompletion(shell, shown)
    const dashes = shell === 'fish' ? '-l ' : '--'
    for (const { name, options } of shown) {
      expect(script).toContain(name)
      for (const option of [...options, ...GLOBAL_OPTIONS]) expect(script).toContain(`${dashes}${option.name}`)
    }
  })

  test.each([
    ['bash', ['/bin/bash', '/usr/bin/bash']],
    ['zsh', ['/bin/zsh', '/usr/bin/zsh']],
    ['fish', ['/usr/bin/fish', '/usr/local/bin/fish']],
  ] as const)('the script for %s can be read by that shell, where it is there', async (shell, places) => {
    const program = places.find((path) => existsSync(path))
    const machine = metier.create()
    const { stdout: script } = await runMetier(machine, 'completion', shell)
    const file = join(machine.project, 'script')
    writeFileSync(file, script)
    const ending = program === undefined ? undefined : await runProgram(machine, program, ['-n', file])
    expect(ending?.stderr ?? '').toBe('')
    expect(ending?.code ?? 0).toBe(0)
  })

  function createMachine(): Machine {
    return metier.create({
      '.agents/skills/pdf-tools/SKILL.md': skillText('pdf-tools', 'Reads PDF files'),
      '.agents/skills/plain/SKILL.md': skillText('plain', 'Does plain things'),
      '.agents/skills/hostile/SKILL.md': skillText("'$(touch pwned)'", 'Would like to run'),
      'folder/inside.txt': '',
    })
  }

  test.each([
    ['metier li', ['list']],
    ['metier list --el', ['--eligible']],
    ['metier info p', ['pdf-tools', 'plain']],
    ['metier --no-color info pd', ['pdf-tools']],
    ['metier check $', []],
    ['metier completion z', ['zsh']],
    ['metier validate --format g', ['github']],
    ['metier tools --format o', ['openai']],
    ['metier lock --pin pl', ['plain']],
    ['metier list --root fol', ['folder']],
    ['metier validate folder/in', ['folder/inside.txt']],
  ])('in bash, `%s` completes to %j', async (line, expected) => {
    const machine = createMachine()
    const { stdout: script } = await runMetier(machine, 'completion', 'bash')
    writeFileSync(join(machine.project, 'script'), script)
    const words = line.split(' ')
    const quoted = words.map((word) => `'${word}'`).join(' ')
    const typed = `
      metier() { '${process.execPath}' '${machine.main}' "$@"; }
      source ./script
      COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}
      _metier
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = await runProgram(machine, '/bin/bash', ['-c', typed])
    expect(stderr).toBe('')
    expect(
      stdout
        .split('\n')
        .filter((word) => word !== '')
        .sort(),
    ).toEqual(expected)
    expect(existsSync(join(machine.project, 'pwned'))).toBe(false)
  })
})

describe('completion in other shells, where they are there', () => {
  const files = {
    '.agents/skills/pdf-tools/SKILL.md': skillText('pdf-tools', 'Reads PDF files'),
    '.agents/skills/plain/SKILL.md': skillText('plain', 'Does plain things'),
  }
  const ZSH = ['/bin/zsh', '/usr/bin/zsh'].find((path) => existsSync(path))
  const FISH = ['/usr/bin/fish', '/usr/local/bin/fish'].find((path) => existsSync(path))
  const TYPED: readonly (readonly [string, readonly string[]])[] = [
    ['metier lis', ['list']],
    ['metier info pl', ['plain']],
    ['metier validate --format g', ['github']],
    ['metier tools --format o', ['openai']],
  ]

  /** zsh's own functions offer only while somebody types; these stand in for them and print what is offered. */
  const STANDING_IN = `
    compdef() { : }
    compadd() { shift; print -l -- "$@" }
    _files() { : }
    _describe() { local all=\${@[-1]}; print -l -- \${(P)all%%:*} }`

  test.skipIf(ZSH === undefined).each(TYPED)('in zsh, `%s` completes to %j', async (line, expected) => {
    const machine = metier.create(files)
    const { stdout: script } = await runMetier(machine, 'completion', 'zsh')
    writeFileSync(join(machine.project, 'script'), script)
    const typed = `
      metier() { '${process.execPath}' '${machine.main}' "$@" }
      ${STANDING_IN}
      source ./script
      words=(${line}) CURRENT=${line.split(' ').length} _metier`
    const { stdout, stderr } = await runProgram(machine, ZSH as string, ['-fc', typed])
    expect(stderr).toBe('')
    const last = line.split(' ').at(-1) ?? ''
    expect(stdout.split('\n').filter((word) => word.startsWith(last))).toEqual(expected)
  })

  test.skipIf(ZSH === undefined)('zsh can source the script before its completion was begun', async () => {
    const machine = metier.create(files)
    const { stdout: script } = await runMetier(machine, 'completion', 'zsh')
    writeFileSync(join(machine.project, 'script'), script)
    const typed = 'source ./script; print $_comps[metier]'
    const variables = { ...machine.variables, PATH: '/usr/bin:/bin' }
    const { stdout, stderr } = await runProgram({ ...machine, variables }, ZSH as string, ['-fc', typed])
    expect({ stdout, stderr }).toEqual({ stdout: '_metier\n', stderr: '' })
  })

  test.skipIf(FISH === undefined).each(TYPED)('in fish, `%s` completes to %j', async (line, expected) => {
    const machine = metier.create(files)
    const { stdout: script } = await runMetier(machine, 'completion', 'fish')
    writeFileSync(join(machine.project, 'script'), script)
    const typed = `
      function metier; '${process.execPath}' '${machine.main}' $argv; end
      source ./script
      complete -C '${line}'`
    const { stdout, stderr } = await runProgram(machine, FISH as string, ['--no-config', '-c', typed])
    expect(stderr).toBe('')
    const words = stdout.split('\n').filter((word) => word !== '')
    expect(words.map((word) => word.split('\t')[0])).toEqual(expected)
  })
})

/** The words of an example as a shell would hand them over, as far as examples need it. */
function wordsOf(line: string): readonly string[] {
  const inner = /<\((.*)\)/.exec(line)?.[1] ?? line.replace(/ [>|] .*/, '')
  return [...inner.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1)
}
