/** What each shell offers where its completion script is read, in the shell itself. */

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findProgram, needs } from '../support/programs.js'
import { type Machine, runMetier, runProgram, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

type Typed = readonly (readonly [line: string, offered: readonly string[]])[]

/** What is offered where every shell agrees. */
const TYPED: Typed = [
  ['metier lis', ['list']],
  ['metier info pl', ['plain']],
  ['metier info my', ['my skill']],
  ['metier --no-color info pd', ['pdf-tools']],
  ['metier completion z', ['zsh']],
  ['metier validate --format g', ['github']],
  ['metier tools --format o', ['openai']],
  ['metier list --filter=s', ['shadowed']],
  ['metier help do', ['doctor']],
  ['metier config un', ['unset']],
  ['metier config get skills.tr', ['skills.trustProject', 'skills.trustedKeys', 'skills.trustedSources']],
  ['metier config list skills.tr', []],
  ['metier config set skills.trustProject ', ['always', 'ask', 'never']],
  ['metier --config own.json config set --project skills.trustProject a', ['always', 'ask']],
  ['metier config set skills.entries.plain.enabled ', ['false', 'true']],
  ['metier config set limits.walkDepth ', []],
  ['metier config set skills.disabled pl', ['plain']],
  ['metier config unset skills.trustedSources c', ['clawhub']],
  ['metier lock --pin ', ['kept']],
  ['metier remove ', ['kept']],
  ['metier link plain --agent cla', ['claude-code']],
]

async function createMachine(): Promise<Machine> {
  const machine = metier.create({
    '.agents/skills/pdf-tools/SKILL.md': skillText('pdf-tools', 'Reads PDF files'),
    '.agents/skills/plain/SKILL.md': skillText('plain', 'Does plain things'),
    '.agents/skills/my-skill/SKILL.md': skillText('my skill', 'Has a space in its name'),
    '.agents/skills/hostile/SKILL.md': skillText("'$(touch pwned)'", 'Would like to run'),
    'offered/kept/SKILL.md': skillText('kept', 'Was installed'),
    'folder/inside.txt': '',
    'own.json': '{}',
  })
  writeText(join(machine.home, '.agents/skills/pdf-tools/SKILL.md'), skillText('pdf-tools', 'Reads PDF files'))
  await runMetier(machine, 'install', 'kept', '--from', 'local:offered')
  return machine
}

/** A machine with the script of a shell in a file. */
async function prepare(shell: string): Promise<Machine> {
  const machine = await createMachine()
  const { stdout: script } = await runMetier(machine, 'completion', shell)
  writeFileSync(join(machine.project, 'script'), script)
  return machine
}

function toWords(stdout: string): readonly string[] {
  return stdout
    .split('\n')
    .filter((word) => word !== '')
    .sort()
}

describe('in bash', () => {
  /** As bash hands a line over: taken apart at : and =, with quotes and backslashes. */
  const splitAsBash = (line: string) =>
    line.split(/(?<!\\) /).flatMap((word) => (word === '' ? [''] : (word.match(/[:=]+|[^:=]+/g) ?? [])))
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

  async function complete(line: string, setUp = '') {
    const machine = await prepare('bash')
    const words = splitAsBash(line)
    const typed = `
      metier() { '${process.execPath}' '${machine.main}' "$@"; }
      source ./script
      ${setUp}
      COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}
      COMP_LINE=${quoted(line)}; COMP_POINT=${line.length}
      _metier
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = await runProgram(machine, '/bin/bash', ['-c', typed])
    expect(stderr).toBe('')
    expect(existsSync(join(machine.project, 'pwned'))).toBe(false)
    return toWords(stdout)
  }

  test.each([
    ...TYPED,
    ['metier list --el', ['--eligible']],
    ['metier check $', []],
    ['metier list --root fol', ['folder']],
    ['metier list --root=fol', ['folder']],
    ['metier validate folder/in', ['folder/inside.txt']],
    ['metier install fol', ['folder']],
    ['metier audit fol', ['folder']],
    ['metier audit pl', ['plain']],
    ['metier info my\\ s', ['my skill']],
  ] as Typed)('`%s` completes to %j', async (line, expected) => {
    expect(await complete(line)).toEqual(expected)
  })

  test('only what stands behind a colon is replaced, because bash takes words apart there', async () => {
    expect(await complete('metier info personal:')).toEqual(['kept', 'pdf-tools'])
    expect(await complete('metier info personal:pd')).toEqual(['pdf-tools'])
    expect(await complete('metier info personal:pd', 'COMP_WORDBREAKS=" "')).toEqual(['personal:pdf-tools'])
  })

  test('help completes to every command', async () => {
    expect(await complete('metier help ')).toEqual(expect.arrayContaining(['list', 'doctor', 'help']))
  })
})

const ZSH = findProgram('zsh')

describe.skipIf(ZSH === undefined)('in zsh', needs('zsh'), () => {
  /** zsh's own functions offer only while somebody types; these stand in for them and print what is offered. */
  const STANDING_IN = `
    compdef() { : }
    compadd() { shift; print -l -- "$@" }
    compset() { : }
    _files() { : }
    _describe() { local all=\${@[-1]}; print -l -- \${(P)all%%:*} }`

  test.each([...TYPED, ['metier info personal:pd', ['personal:pdf-tools']]] as Typed)(
    '`%s` completes to %j',
    async (line, expected) => {
      const machine = await prepare('zsh')
      const words = line.split(' ')
      const typed = `
      metier() { '${process.execPath}' '${machine.main}' "$@" }
      ${STANDING_IN}
      source ./script
      words=(${words.map((word) => `'${word}'`).join(' ')}) CURRENT=${words.length} _metier`
      const { stdout, stderr } = await runProgram(machine, ZSH as string, ['-fc', typed])
      expect(stderr).toBe('')
      const last = words.at(-1)?.replace(/^--.*=/, '') ?? ''
      expect(toWords(stdout).filter((word) => word.startsWith(last))).toEqual(expected)
    },
  )

  test('the script can be sourced before completion was begun', async () => {
    const machine = await prepare('zsh')
    const typed = 'source ./script; print $_comps[metier]'
    const variables = { ...machine.variables, PATH: '/usr/bin:/bin' }
    const { stdout, stderr } = await runProgram({ ...machine, variables }, ZSH as string, ['-fc', typed])
    expect({ stdout, stderr }).toEqual({ stdout: '_metier\n', stderr: '' })
  })
})

const FISH = findProgram('fish')

describe.skipIf(FISH === undefined)('in fish', needs('fish'), () => {
  test.each([...TYPED, ['metier info personal:pd', ['personal:pdf-tools']]] as Typed)(
    '`%s` completes to %j',
    async (line, expected) => {
      const machine = await prepare('fish')
      const typed = `
      function metier; '${process.execPath}' '${machine.main}' $argv; end
      source ./script
      complete -C '${line}'`
      const { stdout, stderr } = await runProgram(machine, FISH as string, ['--no-config', '-c', typed])
      expect(stderr).toBe('')
      const words = toWords(stdout).map((word) => (word.split('\t')[0] ?? '').replace(/^--.*=/, ''))
      expect(words.map((word) => word.replaceAll('\\', ''))).toEqual(expected)
    },
  )
})
