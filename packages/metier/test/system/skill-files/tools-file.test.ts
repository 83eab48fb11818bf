/** `tools.yaml`: what it may say, and where it is wrong. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TOOLS_FILE_SCHEMA } from '../../../src/skill/tools-file/schema.js'
import { openApprovals } from '../../../src/store/approvals/approvals.js'
import { recordApproval, reviewSkill } from '../../../src/store/approvals/review.js'
import { readToolsFile } from '../../../src/system/skill-files/tools-file.js'
import { VirtualWorkspace } from '../../../src/workspace.js'
import { openManager } from '../../support/managing.js'
import { skillText, temporaryFolder } from '../../support/temporary.js'

const WHOLE = `tools:
  - name: extract_text
    description: Text of a PDF, page by page
    input: { type: object, properties: { file: { type: string } }, required: [file] }
    run: [python3, scripts/extract.py, "{file}"]
    timeout: 30
    category: read
servers:
  github: { command: npx, args: [-y, some-mcp-server], tools: [search_issues] }
restrictsTo: [read_file, extract_text]
requires: { skills: [pdf-base], tools: ["extract_text@^1.2"] }
reuses: [other/tool]
`

test('everything that it may say is read', async () => {
  expect(await readToolsFile(WHOLE)).toMatchObject({
    ok: true,
    value: { tools: [{ name: 'extract_text', timeout: 30 }], servers: { github: { command: 'npx' } } },
  })
})

test('JSON is read as well, and an empty file says nothing', async () => {
  expect(await readToolsFile('{ "restrictsTo": ["a"] }')).toEqual({ ok: true, value: { restrictsTo: ['a'] } })
  expect(await readToolsFile('')).toEqual({ ok: true, value: {} })
})

describe('a mistake is reported with its line', () => {
  test.each([
    ['tools: [', 1, /./],
    ['tools:\n  - name: a\n    description: b\n', 2, /tool 'a' has no 'run'/],
    ['tools:\n  - name: a b\n    description: b\n    run: [x]\n', 2, /tool 1: name must not be 'a b'/],
    ['tools:\n  - name: a\n    description: b\n    run: ls -la\n', 4, /tool 'a': run must be a list, not a string/],
    ['tools:\n  - name: a\n    description: b\n    run: [x]\n    shell: true\n', 5, /unknown field 'shell'/],
    [
      'tools:\n  - name: a\n    description: b\n    run: [x]\n    category: root\n',
      5,
      /tool 'a': category must be read, write, execute or network, not 'root'/,
    ],
    ['tools:\n  - name: a\n    description: b\n    run: [x, "{file}"]\n', 4, /no field 'file'/],
    [
      'servers:\n  a:\n    command: x\n    set:\n      MODE: read\n      PATH: /tmp\n',
      6,
      /'PATH' can decide what runs/,
    ],
    ['servers:\n  a:\n    command: x\n    set:\n      PYTHONPATH: /tmp\n', 5, /'PYTHONPATH' can decide what runs/],
    ['servers:\n  a:\n    command: x\n    set:\n      NODE_OPTIONS: -r x\n', 5, /'NODE_OPTIONS' can decide/],
    // They would reach the shell that starts a sandbox, and the library that reads its locale.
    ...['SHELLOPTS', 'BASHOPTS', 'PS4', 'GCONV_PATH', 'LOCPATH', 'LD_AUDIT', 'OPENSSL_CONF'].map(
      (name): [string, number, RegExp] => [
        `servers:\n  a:\n    command: x\n    set:\n      ${name}: x\n`,
        5,
        new RegExp(`'${name}' can decide`),
      ],
    ),
    [
      'tools:\n  - name: a\n    description: b\n    run: [x]\n    input: { type: object, properties: 3 }\n',
      5,
      /cannot compile the input schema/,
    ],
    [
      'tools:\n  - { name: a, description: b, run: [x] }\n  - { name: a, description: b, run: [x] }\n',
      3,
      /is defined twice/,
    ],
    ['servers:\n  x:\n    tools: [a]\n', 2, /needs either command or url/],
    ['servers:\n  x: { url: "file:///etc" }\n', 2, /must match/],
    ['\nrequires: { tools: ["a@latest"] }\n', 2, /invalid version range/],
    ['restrictsTo: read\n', 1, /must be a list/],
    ['extra: 1\n', 1, /unknown field 'extra'/],
    ['a: 1\na: 2\n', 2, /appears twice/],
    ['- a\n', 1, /the file must be a mapping/],
  ])('%j', async (text, line, message) => {
    const reading = await readToolsFile(text)
    expect(reading).toMatchObject({ ok: false, problems: [{ line }] })
    expect(reading.ok || reading.problems[0].message).toMatch(message)
  })

  test('and a skill that was approved with one, as earlier versions did, is not activated', async () => {
    const root = temporaryFolder({
      'broken/SKILL.md': skillText('broken'),
      'broken/tools.yaml': 'tools:\n  - name: a\n',
    })
    const home = temporaryFolder()
    const approvals = openApprovals(join(home, '.metier'))
    const review = await reviewSkill(approvals, join(root, 'broken'), 'SKILL.md')
    if (review.ok) await recordApproval(approvals, review.value, new Date().toISOString())
    const skillManager = await openManager({ home, roots: [{ path: root }] })
    const workspace = new VirtualWorkspace({ skillManager })
    expect(await workspace.activateSkill('broken')).toMatchObject({
      success: false,
      message: expect.stringContaining("Skill 'broken': tools.yaml:2:5 tool 'a' has no"),
      failure: { code: 'skill_invalid', line: 2, file: expect.stringMatching(/broken\/tools\.yaml$/) },
    })
  })
})

test('the published schema is the one that is used', () => {
  const file = new URL('../../../schemas/tools.schema.json', import.meta.url)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(TOOLS_FILE_SCHEMA)
})

test('an argument that could be JSON is no field', async () => {
  const run = ['printf', '{"a":[1]}', '{ x }', '{}', "{'a'}"]
  const reading = await readToolsFile(JSON.stringify({ tools: [{ name: 'one', description: 'One', run }] }))
  expect(reading).toMatchObject({ ok: true })
})
