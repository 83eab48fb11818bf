/** The workflows in `examples/ci`: their commands run, nothing in them is a secret, and what they use has a version. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runMetier, skillText, useMetier } from '../cli/run-metier.js'

const metier = useMetier()
const folder = join(import.meta.dirname, '../../../../examples/ci')
const NPX = 'npx --yes metier@0 '

/** Every string in a document. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

test.each([
  ['github.yml', { SITE_URL: 'https://team.github.io/skills/' }, 'site'],
  ['gitlab.yml', { CI_PAGES_URL: 'https://team.gitlab.io/skills' }, 'public'],
] as const)('%s checks the skills and publishes them', async (file, variables, site) => {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).not.toMatch(/secrets\.|token/i)
  const commands = stringsIn(parse(text)).filter((command) => command.startsWith(NPX))
  expect(commands).toHaveLength(2)
  const machine = metier.create({ 'skills/pdf/SKILL.md': skillText('pdf', 'Fills in PDF forms.') })
  for (const command of commands) {
    const words = command.slice(NPX.length).split(' ')
    const expanded = words.map((word) =>
      word
        .replaceAll('"', '')
        .replace(/\$(\w+)/, (_, name: string) => (variables as Record<string, string>)[name] ?? ''),
    )
    expect(await runMetier(machine, ...expanded), command).toMatchObject({ code: 0 })
  }
  const catalog = JSON.parse(readFileSync(join(machine.project, site, 'marketplace.json'), 'utf8'))
  expect(catalog.plugins[0].source.url).toMatch(/^https:\/\/team\.git\w+\.io\/skills\/plugins\//)
  expect(existsSync(join(machine.project, 'gl-code-quality-report.json'))).toBe(file === 'gitlab.yml')
})

test('github.yml uses actions by their major version, and may write only where it publishes', () => {
  const workflow = parse(readFileSync(join(folder, 'github.yml'), 'utf8'))
  const used = stringsIn(workflow.jobs).filter((text) => text.startsWith('actions/'))
  expect(used.length).toBeGreaterThan(3)
  expect(used.filter((text) => !/@v\d+$/.test(text))).toEqual([])
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(workflow.jobs.check.permissions).toBeUndefined()
  expect(workflow.jobs.publish.permissions).toEqual({ contents: 'write' })
})
