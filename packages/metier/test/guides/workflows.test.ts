/** The workflows of this repository: they start what exists, may write only where they must, and hold no secret of their own. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { repository } from './programs.js'

const folder = join(repository, '.github/workflows')
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly steps: readonly Step[]
  readonly needs?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
}

const workflows = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const { permissions, jobs } = parse(text) as { permissions: object; jobs: Record<string, Job> }
  return { file, text, permissions, jobs: Object.values(jobs) }
})

const byName = (file: string) => {
  const found = workflows.find((workflow) => workflow.file === file)
  if (found === undefined) throw new Error(`There is no ${file}`)
  return found
}

describe.each(workflows)('$file', ({ text, permissions, jobs }) => {
  const steps = jobs.flatMap((job) => job.steps)

  test('starts only scripts and files that exist', () => {
    // Steps that hand a command to an action count too.
    const commands = steps.flatMap(({ run, with: input = {} }) => [run ?? '', ...Object.values(input).map(String)])
    const named = commands.flatMap((command) => [...command.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name))
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const files = commands.flatMap((command) =>
      [...command.matchAll(/(?:bash|node) ([\w./-]+)/g)].map(([, file = '']) => file),
    )
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([])
    expect(named.length + files.length).toBeGreaterThan(0)
  })

  test('uses actions by a version, and ends in any case', () => {
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@v\d+$/.test(action))).toEqual([])
    expect(jobs.filter((job) => job['timeout-minutes'] === undefined)).toEqual([])
  })

  test('may only read unless a job says more, and takes no secret but its own token', () => {
    expect(permissions).toEqual({ contents: 'read' })
    const secrets = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)
    expect(secrets.filter((name) => name !== 'GITHUB_TOKEN')).toEqual([])
  })
})

test('a release is checked first, and published with provenance', () => {
  const { jobs, text } = byName('release.yml')
  const [check, release] = jobs
  expect(check?.permissions).toBeUndefined()
  expect(check?.steps.map(({ run }) => run)).toEqual(expect.arrayContaining(['npm test', 'npm run check']))
  expect(release).toMatchObject({ needs: 'check', permissions: { 'id-token': 'write' } })
  expect(text).toContain('NPM_CONFIG_PROVENANCE: "true"')
  expect(scripts['release:publish']).toContain('changeset publish')
})

test('a change is checked as a new contributor would, without a permission to write', () => {
  const { jobs, text } = byName('ci.yml')
  expect(text).toContain('bash .ci/run')
  expect(jobs.filter((job) => job.permissions !== undefined)).toEqual([])
})
