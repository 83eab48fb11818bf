import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { composeExcerpt } from '../../src/cli/terminal/excerpt.js'
import { composeLines } from '../../src/cli/terminal/lines.js'
import { measureText } from '../../src/skill/text/columns.js'
import { runMetier, skillText, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

const BROKEN = '---\n# why\nname: Other # mine\ndescription: Reads: files\n---\nSee [a](gone.md).\n'

function excerpt(text: string, line: number, column: number, columns: number): readonly string[] {
  return composeLines(composeExcerpt(text, line, column, columns), false)
    .trimEnd()
    .split('\n')
}

describe('an excerpt', () => {
  test('shows the line with a caret below the word', () => {
    expect(excerpt('---\nname: Other\n', 2, 1, 80)).toEqual(['     2 | name: Other', '       | ^^^^^'])
  })

  test('counts in columns of the terminal, not in characters', () => {
    expect(excerpt('日本語: x', 1, 4, 80)).toEqual(['     1 | 日本語: x', '       |       ^'])
  })

  test('of a long line stays near the place and within the width', () => {
    const [shown = '', mark = ''] = excerpt(`${'x'.repeat(300)}HERE${'y'.repeat(300)}`, 1, 301, 60)
    expect(shown.length).toBeLessThanOrEqual(60)
    expect(shown.slice(mark.indexOf('^')).startsWith('HERE')).toBe(true)
  })

  test.each([40, 80, 200])('in %i columns has its caret below the place, whatever stands before it', (columns) => {
    const befores = ['x', 'ä', '日本', '👩‍👩‍👧', '🇨🇭 ', '❤️', 'e\u0301'].flatMap((text) =>
      [0, 1, 2, 7, 8, 15, 16, 20, 33, 75, 150, 400].map((count) => text.repeat(count)),
    )
    for (const before of befores) {
      for (const rest of ['', 'HERE', 'HERE 日本 and on '.repeat(30)]) {
        const [shown = '', mark = ''] = excerpt(`${before}${rest}`, 1, before.length + 1, columns)
        expect(measureText(shown)).toBeLessThanOrEqual(columns)
        expect(mark.length).toBeLessThanOrEqual(columns)
        const [lead = '', ...behind] = shown.split('HERE')
        if (rest !== '') expect([measureText(lead), behind.length > 0]).toEqual([mark.indexOf('^'), true])
      }
    }
  })

  test('of a long line has no part of a character at its beginning', () => {
    const [shown] = excerpt(`${'👩‍👩‍👧'.repeat(90)}HERE`, 1, '👩‍👩‍👧'.length * 90 + 1, 40)
    expect(shown).toBe(`     1 | …${'👩‍👩‍👧'.repeat(7)}HERE`)
  })

  test('of a line that is not there, or blank, is nothing', () => {
    expect(composeExcerpt('a\n\n', 2, 1, 80)).toEqual([])
    expect(composeExcerpt('a', 9, 1, 80)).toEqual([])
  })

  test('shows a terminal nothing to act upon', () => {
    expect(excerpt('a \u001b[2Jb', 1, 1, 80)[0]).toBe('     1 | a b')
  })
})

describe('metier validate --fix', () => {
  test('says of every value that it got quotes', async () => {
    const text = '---\nname: pdf\nlicense: [MIT\ndescription: Reads: files\n---\nDo it.\n'
    const machine = metier.create({ 'pdf/SKILL.md': text })
    const { stdout } = await runMetier(machine, 'validate', 'pdf', '--fix')
    expect(stdout).toContain(
      `fixed ${join(machine.project, 'pdf/SKILL.md')}: frontmatter_repaired\n  was: The frontmatter is not`,
    )
    expect(stdout).toContain("Parsed after quoting the values of 'license', 'description'\nFixed 1 problem in 1 file.")
  })

  test('rewrites what it must, keeps the rest, and reports what is left', async () => {
    const machine = metier.create({ 'skills/pdf/SKILL.md': BROKEN })
    const { code, stdout } = await runMetier(machine, 'validate', 'skills', '--fix', '--json')
    const file = join(machine.project, 'skills/pdf/SKILL.md')
    expect(readFileSync(file, 'utf8')).toBe(
      "---\n# why\nname: pdf # mine\ndescription: 'Reads: files'\n---\nSee [a](gone.md).\n",
    )
    const answer = JSON.parse(stdout) as { fixed: unknown; skills: { diagnostics: { code: string }[] }[] }
    expect(answer.fixed).toEqual([{ path: file, codes: ['frontmatter_repaired', 'name_characters', 'name_mismatch'] }])
    expect(answer.skills[0]?.diagnostics.map((each) => each.code)).toEqual(['reference_missing'])
    expect(code).toBe(0)
  })

  test('a second time it changes nothing, and says so', async () => {
    const machine = metier.create({ 'pdf/SKILL.md': BROKEN })
    await runMetier(machine, 'validate', 'pdf', '--fix')
    const before = statSync(join(machine.project, 'pdf/SKILL.md'))
    const { stdout } = await runMetier(machine, 'validate', 'pdf', '--fix')
    expect(stdout).not.toContain('ixed')
    expect(statSync(join(machine.project, 'pdf/SKILL.md')).mtimeMs).toBe(before.mtimeMs)
  })

  test('the mode of a file stays, and a wrong spelling of its name does not', async () => {
    const machine = metier.create({ 'pdf/skill.md': BROKEN })
    chmodSync(join(machine.project, 'pdf/skill.md'), 0o640)
    await runMetier(machine, 'validate', 'pdf', '--fix')
    expect(statSync(join(machine.project, 'pdf/SKILL.md')).mode & 0o777).toBe(0o640)
  })

  test('a linked file is left alone and told', async () => {
    const machine = metier.create({ 'pdf/real.md': BROKEN })
    symlinkSync('real.md', join(machine.project, 'pdf/SKILL.md'))
    const { code, stderr } = await runMetier(machine, 'validate', 'pdf', '--fix')
    expect(stderr).toContain('is a symbolic link; left unchanged')
    expect(readFileSync(join(machine.project, 'pdf/real.md'), 'utf8')).toBe(BROKEN)
    expect(code).toBe(1)
  })
})

describe('--fix and links to directories', () => {
  const named = (name: string) => `---\nname: ${name}\ndescription: Reads PDF files\n---\nText.\n`

  test.each([
    ['a link to a skill', '../elsewhere/pdf-tools', 'in/pdf', 'in'],
    ['a link that is named itself', '../elsewhere/pdf-tools', 'in/pdf', 'in/pdf'],
    ['a link to a directory of skills', '../elsewhere', 'in/more', 'in'],
  ])('%s changes nothing there', async (_, target, link, path) => {
    const machine = metier.create({ 'elsewhere/pdf-tools/SKILL.md': named('pdf-tool'), 'in/x/SKILL.md': named('x') })
    symlinkSync(target, join(machine.project, link))
    const { code, stderr } = await runMetier(machine, 'validate', path, '--fix')
    expect(stderr).toContain('is reached through a symbolic link; left unchanged')
    expect(readFileSync(join(machine.project, 'elsewhere/pdf-tools/SKILL.md'), 'utf8')).toBe(named('pdf-tool'))
    expect(code).toBe(1)
  })

  test('a working directory behind a link is no reason', async () => {
    const machine = metier.create({ 'real/pdf/SKILL.md': named('pdff') })
    symlinkSync('real', join(machine.project, 'in'))
    expect(await runMetier(machine, 'validate', 'in', '--fix')).toMatchObject({ code: 0 })
    expect(readFileSync(join(machine.project, 'real/pdf/SKILL.md'), 'utf8')).toBe(named('pdf'))
  })
})

describe('for other programs', () => {
  test('--sarif is a SARIF log with a rule for each code and places relative to the working folder', async () => {
    const machine = metier.create({ 'my skills/pdf/SKILL.md': BROKEN })
    const { stdout } = await runMetier(machine, 'validate', 'my skills', '--sarif')
    const log = JSON.parse(stdout) as {
      version: string
      runs: {
        tool: { driver: { rules: { id: string }[] } }
        results: { ruleId: string; ruleIndex: number; level: string; locations: unknown[] }[]
      }[]
    }
    expect(log.version).toBe('2.1.0')
    const [run] = log.runs
    for (const { ruleId, ruleIndex } of run?.results ?? []) {
      expect(run?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
    }
    expect(run?.results).toContainEqual(
      expect.objectContaining({
        ruleId: 'reference_missing',
        level: 'warning',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'my%20skills/pdf/SKILL.md', uriBaseId: 'WORKDIR' },
              region: { startLine: 6, startColumn: 9 },
            },
          },
        ],
      }),
    )
  })

  test('--format github is one workflow command a diagnostic, whatever the text says', async () => {
    const machine = metier.create()
    writeText(join(machine.project, 'a,b/SKILL.md'), '---\nname: "x%0A::error::y"\ndescription: d\n---\nDo it.\n')
    const { stdout } = await runMetier(machine, 'validate', 'a,b', '--format', 'github')
    const lines = stdout.trimEnd().split('\n')
    expect(lines.every((line) => line.startsWith('::warning file=a%2Cb/SKILL.md,line=2,col=1,title=name_'))).toBe(true)
    expect(stdout).toContain('x%250A::error::y')
  })

  test('formats exclude each other', async () => {
    const machine = metier.create({ 'pdf/SKILL.md': skillText('pdf', 'Reads') })
    expect((await runMetier(machine, 'validate', 'pdf', '--sarif', '--json')).code).toBe(2)
    expect((await runMetier(machine, 'validate', 'pdf', '--sarif', '--format', 'github')).code).toBe(2)
  })
})
