import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary.js'
import { runJson, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()
const TEXT = skillText('pdf', 'Reads PDF files')

describe('after migrate, nothing is outdated that was just installed', () => {
  const SOURCE = {
    'pdf/SKILL.md': TEXT,
    'pdf/metadata.json': '{}',
    'pdf/.claude/settings.json': '{}',
    'pdf/scripts/run.py': 'print(1)\n',
  }

  /** A machine with a copy of the source's skill, as an installer makes it. */
  function createCopied(record: (source: string) => Readonly<Record<string, string>>) {
    const source = temporaryFolder(SOURCE)
    const machine = metier.create({
      '.agents/skills/pdf/SKILL.md': TEXT,
      '.agents/skills/pdf/.claude/settings.json': '{}',
      '.agents/skills/pdf/scripts/run.py': 'print(1)\n',
      ...record(source),
    })
    return { source, machine }
  }

  test.each([
    [
      'skills',
      (source: string) => ({
        'skills-lock.json': JSON.stringify({
          version: 1,
          skills: { pdf: { source: `local:${source}`, sourceType: 'local', skillPath: 'pdf/SKILL.md' } },
        }),
      }),
    ],
    [
      'openskills',
      (source: string) => ({
        '.agents/skills/pdf/.openskills.json': JSON.stringify({
          sourceType: 'local',
          localPath: join(source, 'pdf'),
        }),
      }),
    ],
  ])('%s', async (installer, record) => {
    const { source, machine } = createCopied(record)
    expect((await runMetier(machine, 'trust', `local:${source}`)).code).toBe(0)
    expect((await runMetier(machine, 'trust', `local:${source}/*`)).code).toBe(0)
    expect((await runMetier(machine, 'migrate')).code).toBe(0)
    const lock: unknown = JSON.parse(readFileSync(join(machine.project, '.agents/skills.lock.json'), 'utf8'))
    expect(lock).toMatchObject({ skills: { pdf: { installer } } })
    const status = async () => ((await runJson(machine, 'outdated')) as { skills: { status: string }[] }).skills
    expect(await status()).toMatchObject([{ name: 'pdf', status: 'current' }])
    expect((await runMetier(machine, 'update', 'pdf', '--project')).stdout).toContain('up to date')
    writeFileSync(join(source, 'pdf/scripts/run.py'), 'print(2)\n')
    expect(await status()).toMatchObject([{ name: 'pdf', status: 'outdated' }])
  })
})
