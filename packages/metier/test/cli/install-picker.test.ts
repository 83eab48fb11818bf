import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { needs } from '../support/programs.js'
import { type Machine, runMetier, skillText, useMetier } from './run-metier.js'
import { hasTerminal, runInTerminal } from './terminal.js'

const metier = useMetier()

const OFFERED = {
  'offered/docx/SKILL.md': skillText('docx', 'Reads Word files'),
  'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'offered/xlsx/SKILL.md': skillText('xlsx', 'Reads Excel files'),
}
const DOWN = '\u001b[B'
const [SPACE, TAB, ENTER, CTRL_C, ESCAPE] = [' ', '\t', '\r', '\u0003', '\u001b']
/** How a row shows that it is picked. */
const PICKED = '◼'

function installedIn({ home }: Machine): readonly string[] {
  const root = join(home, '.agents/skills')
  return existsSync(root) ? readdirSync(root).filter((name) => !name.startsWith('.')) : []
}

describe.skipIf(!hasTerminal)('several skills and no name, in a terminal', needs('script'), () => {
  test('are picked with arrow keys and space, and end in a summary', async () => {
    const machine = metier.create(OFFERED)
    const { code, lines } = await runInTerminal(machine, ['install', './offered'], {
      answers: [
        ['Type to filter', DOWN],
        ['Reads PDF files', SPACE],
        [PICKED, DOWN],
        ['Reads Excel files', SPACE],
        [PICKED, ENTER],
      ],
    })
    expect(code).toBe(0)
    expect(installedIn(machine)).toEqual(['pdf', 'xlsx'])
    expect(lines).toContain('2 installed')
  })

  test('are picked with Space as the first key', async () => {
    const machine = metier.create(OFFERED)
    const { code } = await runInTerminal(machine, ['install', './offered'], {
      answers: [
        ['Type to filter', SPACE],
        [PICKED, ENTER],
      ],
    })
    expect({ code, skills: installedIn(machine) }).toEqual({ code: 0, skills: ['docx'] })
  })

  test('are picked with Tab from the start; the last line names both keys all the time', async () => {
    const machine = metier.create(OFFERED)
    const { code, raw } = await runInTerminal(machine, ['install', './offered'], {
      answers: [
        ['Type to filter', TAB],
        [PICKED, DOWN],
        ['Reads PDF files', ENTER],
      ],
    })
    expect({ code, skills: installedIn(machine) }).toEqual({ code: 0, skills: ['docx'] })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    expect(raw).toMatch(/Space\/Tab:(?:\u001b\[[0-9;]*m)* select/)
    expect(raw).not.toMatch(/(?<!\/)Tab:/)
    expect(raw).toContain('1 item selected')
    expect(raw).not.toContain('1 items')
  })

  test('have descriptions that fit into a narrow terminal', async () => {
    const long = 'Reads Word files and says in one long sentence what is in each of them'
    const machine = metier.create({ ...OFFERED, 'offered/docx/SKILL.md': skillText('docx', long) })
    const { lines } = await runInTerminal(machine, ['install', './offered', '--no-color'], {
      columns: 50,
      answers: [['Type to filter', CTRL_C]],
    })
    const row = lines.find((line) => line.includes('docx (')) ?? ''
    expect(row).toMatch(/docx \(Reads Word files .*…\)$/)
    expect(row.length).toBeLessThanOrEqual(50)
  })

  test('are filtered as you type', async () => {
    const machine = metier.create(OFFERED)
    const { code } = await runInTerminal(machine, ['install', './offered'], {
      answers: [
        ['Type to filter', 'xl'],
        ['1 match', TAB],
        [PICKED, ENTER],
      ],
    })
    expect({ code, skills: installedIn(machine) }).toEqual({ code: 0, skills: ['xlsx'] })
  })

  test('are shown without colour if you say so', async () => {
    const { raw } = await runInTerminal(metier.create(OFFERED), ['install', './offered', '--no-color'], {
      answers: [['Type to filter', CTRL_C]],
    })
    expect(raw).toContain('Which skills from ./offered?')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    expect(raw).not.toMatch(/\u001b\[[0-9;]*m/)
  })

  test.each([
    ['Ctrl-C', CTRL_C, 130, 0],
    ['Escape', ESCAPE, 1, 1],
  ])('are not installed after %s, and nothing is left behind', async (_, key, exitCode, saidTimes) => {
    const machine = metier.create(OFFERED)
    const { code, lines } = await runInTerminal(machine, ['install', './offered'], {
      answers: [['Type to filter', key]],
    })
    expect(code).toBe(exitCode)
    expect(lines.filter((line) => line === 'Nothing was installed.')).toHaveLength(saidTimes)
    expect(existsSync(join(machine.home, '.agents'))).toBe(false)
  })

  test('are not asked about with --json or --all', async () => {
    const machine = metier.create(OFFERED)
    const { raw } = await runInTerminal(machine, ['install', './offered', '--json'])
    expect(raw).toMatch(/"skills": \[\s*"docx",\s*"pdf",\s*"xlsx"\s*\]/)
    expect(raw).not.toContain('Type to filter')
    expect((await runMetier(machine, 'install', './offered', '--all')).code).toBe(0)
  })
})
