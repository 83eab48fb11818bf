/** The workflows in `examples/ci`: their commands run, nothing in them is a secret, and what they use has a version. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { runMetier, skillText, useMetier, writeText } from '../cli/run-metier.js'

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
  expect(commands).toHaveLength(3)
  const machine = metier.create({ 'skills/pdf/SKILL.md': skillText('pdf', 'Fills in PDF forms.') })
  const checks = commands.filter((command) => command.includes('--dry-run'))
  const [published] = commands.filter((command) => command.includes(' publish ') && !checks.includes(command))
  // A merge request is checked against the same site as it will be published to.
  expect(checks).toEqual([`${published} --dry-run`])
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

test.skipIf(process.platform === 'win32')(
  'github.yml starts a branch for the site, and pushes to it if it changed',
  () => {
    const { project, home } = metier.create({ 'README.md': 'Skills.\n' })
    const text = readFileSync(join(folder, 'github.yml'), 'utf8')
    const [, start = ''] = /^# +(git switch .*)$/m.exec(text) ?? []
    const steps: readonly { readonly run?: string; readonly 'working-directory'?: string }[] =
      parse(text).jobs.publish.steps
    const push = steps.find((step) => step['working-directory'] === 'site')?.run ?? ''
    const identity = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    }
    const env = { HOME: home, PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1' }
    // As GitHub runs a step.
    const run = (script: string, cwd: string, more = {}) =>
      execFileSync('bash', ['-e', '-c', script], { cwd, env: { ...env, ...more }, encoding: 'utf8', stdio: 'pipe' })
    run(
      'git init -q -b main && git add . && git commit -qm Start && git clone -q --bare . ../origin.git',
      project,
      identity,
    )
    run('git remote add origin ../origin.git', project)
    run(start, project, identity)
    expect(run('git branch --show-current', project).trim()).toBe('main')
    run('git clone -q -b gh-pages ../origin.git site', project)
    const countCommits = () => Number(run('git rev-list --count gh-pages', join(project, '../origin.git')))
    expect(countCommits()).toBe(1)
    writeText(join(project, 'site/.well-known/agent-skills/index.json'), '{}')
    run(push, join(project, 'site'))
    expect(run('git show gh-pages:.well-known/agent-skills/index.json', join(project, '../origin.git'))).toBe('{}')
    run(push, join(project, 'site'))
    expect(countCommits()).toBe(2)
  },
)

test('github.yml uses actions by their major version, and may write only where it publishes', () => {
  const workflow = parse(readFileSync(join(folder, 'github.yml'), 'utf8'))
  const used = stringsIn(workflow.jobs).filter((text) => text.startsWith('actions/'))
  expect(used.length).toBeGreaterThan(3)
  expect(used.filter((text) => !/@v\d+$/.test(text))).toEqual([])
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(workflow.jobs.check.permissions).toBeUndefined()
  expect(workflow.jobs.publish.permissions).toEqual({ contents: 'write' })
})
