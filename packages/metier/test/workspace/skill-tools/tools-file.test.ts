/** `tools.yaml`: what it may say, and where it is wrong. */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readToolsFile } from '../../../src/workspace/skill-tools/tools-file.js'
import { TOOLS_FILE_SCHEMA } from '../../../src/workspace/skill-tools/tools-file-schema.js'
import { openFileWorkspace } from '../file-workspace.js'

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
    ['tools:\n  - name: a\n    description: b\n', 2, /tools\.0 must have required property 'run'/],
    ['tools:\n  - name: a b\n    description: b\n    run: [x]\n', 2, /tools\.0\.name must match/],
    ['tools:\n  - name: a\n    description: b\n    run: ls -la\n', 4, /tools\.0\.run must be array/],
    ['tools:\n  - name: a\n    description: b\n    run: [x]\n    shell: true\n', 5, /unknown field 'shell'/],
    [
      'tools:\n  - name: a\n    description: b\n    run: [x]\n    category: root\n',
      5,
      /must be equal to one of.*"execute"/,
    ],
    ['tools:\n  - name: a\n    description: b\n    run: [x, "{file}"]\n', 4, /no field 'file'/],
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
    ['restrictsTo: read\n', 1, /must be array/],
    ['extra: 1\n', 1, /unknown field 'extra'/],
    ['a: 1\na: 2\n', 2, /stands twice/],
    ['- a\n', 1, /the file must be object/],
  ])('%j', async (text, line, message) => {
    const reading = await readToolsFile(text)
    expect(reading).toMatchObject({ ok: false, problems: [{ line }] })
    expect(reading.ok || reading.problems[0].message).toMatch(message)
  })

  test('and an approved skill that has one is not activated', async () => {
    const { workspace } = await openFileWorkspace({ broken: { 'tools.yaml': 'tools:\n  - name: a\n' } })
    expect(await workspace.activateSkill('broken')).toMatchObject({
      success: false,
      message: expect.stringContaining("Skill 'broken': tools.yaml:2:5 tools.0 must have"),
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
