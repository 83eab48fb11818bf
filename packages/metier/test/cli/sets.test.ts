/** `metier sets`, and `--set` of the commands that offer skills. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillText } from '../support/temporary.js'
import { runMetier, useMetier, writeText } from './run-metier.js'

const metier = useMetier()

function createMachine() {
  const machine = metier.create()
  for (const name of ['sql-review', 'poems', 'tables']) {
    writeText(join(machine.project, '.agents/skills', name, 'SKILL.md'), skillText(name, `Is about ${name}`))
  }
  return machine
}

test('a set is created, shown, used, changed and deleted', async () => {
  const machine = createMachine()
  const run = (...words: readonly string[]) => runMetier(machine, ...words)
  expect((await run('sets')).stderr).toContain('No sets. Create one: metier sets NAME --add PATTERN')
  const created = await run('sets', 'backend', '--add', 'sql-*', '--add', 'tables')
  expect(created).toMatchObject({ code: 0 })
  expect(created.stdout).toContain('backend  2 skills')
  const file = join(machine.home, '.metier/config.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ sets: { backend: ['sql-*', 'tables'] } })
  const listed = JSON.parse((await run('list', '--set', 'backend', '--json')).stdout) as { count: number }
  expect(listed.count).toBe(2)
  expect((await run('prompt', '--set', 'backend')).stdout).not.toContain('poems')
  expect((await run('search', 'poems', '--set', 'backend', '--json')).stdout).toContain('"count": 0')
  await run('sets', 'backend', '--remove', 'tables')
  expect(JSON.parse((await run('sets', 'backend', '--json')).stdout)).toEqual({
    name: 'backend',
    scope: 'personal',
    patterns: ['sql-*'],
    skills: ['sql-review'],
  })
  expect((await run('sets', 'backend', '--delete')).stdout).toContain('Deleted the set backend')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
})

test('an unknown set is a usage error with the nearest name', async () => {
  const machine = createMachine()
  await runMetier(machine, 'sets', 'backend', '--add', 'tables')
  for (const words of [['list'], ['prompt'], ['search', 'x'], ['mcp'], ['serve']]) {
    const refused = await runMetier(machine, ...words, '--set', 'backnd')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain("no set is called 'backnd'")
    expect(refused.stderr).toContain("Did you mean 'backend'?")
  }
})

test("a set that takes the place of the project's says so, with the command that keeps its patterns", async () => {
  const machine = createMachine()
  writeText(join(machine.project, '.metier/config.json'), '{ "sets": { "backend": ["sql-*", "tag:db"] } }')
  const added = await runMetier(machine, 'sets', 'backend', '--add', 'tables')
  expect(added.stderr).toContain("Your set 'backend' now takes precedence over the project's.")
  expect(added.stderr).toContain("  metier sets backend --add 'sql-*' --add tag:db\n")
  const again = await runMetier(machine, 'sets', 'backend', '--add', 'sql-*', '--add', 'tag:db')
  expect(again.stderr).not.toContain('takes precedence')
  expect(again.stdout).toContain('tables, sql-*, tag:db')
})

test('a pattern that matches nothing is reported', async () => {
  const machine = createMachine()
  await runMetier(machine, 'sets', 'backend', '--add', 'tables', '--add', 'tabels')
  expect((await runMetier(machine, 'sets', 'backend')).stderr).toContain("No skill matches 'tabels'.")
})

test.each([
  [['sets', '--add', 'x'], 2, 'missing argument NAME'],
  [['sets', 'nope'], 2, "no set is called 'nope'"],
  [['sets', 'nope', '--delete'], 1, "your configuration has no set called 'nope'"],
  [['sets', 'nope', '--remove', 'x'], 1, "your configuration has no set called 'nope'"],
])('%j ends with %d: %s', async (words, code, message) => {
  const refused = await runMetier(createMachine(), ...words)
  expect(refused).toMatchObject({ code })
  expect(refused.stderr).toContain(message)
})

test('an MCP client starts the server with the set', async () => {
  const machine = createMachine()
  await runMetier(machine, 'sets', 'backend', '--add', 'tables')
  const shown = await runMetier(machine, 'mcp', 'install', 'codex', '--set', 'backend', '--print')
  expect(shown.stdout).toMatch(/"--set", "backend"/)
})

test('list --set does not change what reload compares with', async () => {
  const machine = createMachine()
  await runMetier(machine, 'sets', 'backend', '--add', 'tables')
  await runMetier(machine, 'list')
  await runMetier(machine, 'list', '--set', 'backend')
  expect(JSON.parse((await runMetier(machine, 'reload', '--json')).stdout)).toMatchObject({ changes: [] })
})

test("--project changes the project's file, and says if a set of your own hides it", async () => {
  const machine = createMachine()
  const run = (...words: readonly string[]) => runMetier(machine, ...words)
  expect(await run('sets', 'team', '--add', 'sql-review', '--project')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('team  1 skill, from the project'),
  })
  const file = join(machine.project, '.metier/config.json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ sets: { team: ['sql-review'] } })
  await run('sets', 'team', '--add', 'poems')
  const { stderr } = await run('sets', 'team', '--add', 'tables', '--project')
  expect(stderr).toContain("Your own set 'team' takes precedence over the project's.")
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ sets: { team: ['sql-review', 'tables'] } })
  expect(await run('sets', 'team', '--delete', '--project')).toMatchObject({ code: 0 })
  expect(JSON.parse((await run('sets', 'team', '--json')).stdout)).toMatchObject({ patterns: ['poems'] })
})
