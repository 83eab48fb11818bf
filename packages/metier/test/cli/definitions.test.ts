/** Everything that is made from the definitions of commands: help, the reference page, completion. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Command } from '../../src/cli/arguments/command.js'
import { GLOBAL_OPTIONS } from '../../src/cli/arguments/global-options.js'
import { findCommandWord, parseWords } from '../../src/cli/arguments/parse-words.js'
import { COMMANDS } from '../../src/cli/commands.js'
import { composeCompletion, SHELLS } from '../../src/cli/completion/scripts.js'
import { composeReference } from '../../src/cli/reference.js'
import { findProgram, needs } from '../support/programs.js'
import { runMetier, runProgram, useMetier } from './run-metier.js'

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

  async function readBy(program: string, shell: string) {
    const machine = metier.create()
    const { stdout: script } = await runMetier(machine, 'completion', shell)
    const file = join(machine.project, 'script')
    writeFileSync(file, script)
    return runProgram(machine, program, ['-n', file])
  }

  test('the script for bash can be read by that shell', async () => {
    expect(await readBy('/bin/bash', 'bash')).toMatchObject({ code: 0, stderr: '' })
  })

  for (const shell of ['zsh', 'fish'] as const) {
    const program = findProgram(shell) ?? ''
    test.skipIf(program === '')(`the script for ${shell} can be read by that shell`, needs(shell), async () => {
      expect(await readBy(program, shell)).toMatchObject({ code: 0, stderr: '' })
    })
  }
})

/** The words of an example as a shell would hand them over, as far as examples need it. */
function wordsOf(line: string): readonly string[] {
  const inner = /<\((.*)\)/.exec(line)?.[1] ?? line.replace(/ [<>|] .*/, '')
  return [...inner.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1)
}
