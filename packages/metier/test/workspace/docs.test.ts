/** The pages about the workspace say what the code does. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TOOLS_FILE_SCHEMA } from '../../src/skill/tools-file/schema.js'
import { readToolsFile } from '../../src/system/skill-files/tools-file.js'
import { readPolicy } from '../../src/workspace/permission/policy.js'
import { runProgram } from '../support/child.js'

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url))

function read(page: string): string {
  return readFileSync(join(docs, page), 'utf8')
}

function blocksOf(page: string, language: string): readonly string[] {
  return [...read(page).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
}

test('the first program prints what the page says', async () => {
  const [program = ''] = blocksOf('guides/workspace.md', 'ts')
  const [expected = ''] = blocksOf('guides/workspace.md', '')
  const { output, code } = await runProgram(program.replace("'metier/workspace'", "'../../src/workspace.ts'"))
  expect({ code, output }).toEqual({ code: 0, output: expected })
})

test('every reason why a call fails is on the page', () => {
  const source = readFileSync(fileURLToPath(new URL('../../src/workspace/tools/call-tool.ts', import.meta.url)), 'utf8')
  const [union = ''] = /export type CallFailureCode =\n((?: {2}\| '\w+'\n)+)/.exec(source) ?? []
  const codes = [...union.matchAll(/'(\w+)'/g)].map(([, code]) => code)
  expect(codes.length).toBeGreaterThan(5)
  const listed = [...read('guides/workspace.md').matchAll(/^\| `((?:tool|input|call)_\w+)` \|/gm)].map(
    ([, code]) => code,
  )
  expect(listed.sort()).toEqual(codes.sort())
})

describe('what is shown is right', () => {
  test('tools.yaml', async () => {
    for (const block of blocksOf('guides/skills-that-bring-tools.md', 'yaml')) {
      expect(await readToolsFile(block)).toMatchObject({ ok: true })
    }
  })

  test('a policy', () => {
    const [block = ''] = blocksOf('guides/permissions.md', 'json')
    expect(readPolicy(JSON.parse(block).policy).problems).toEqual([])
  })
})

test('every field of tools.yaml is on its page', () => {
  const { tools, servers, requires, $schema, ...others } = TOOLS_FILE_SCHEMA.properties
  expect($schema).toBeDefined()
  const page = read('reference/tools-yaml.md')
  const fields = [
    ...Object.keys(tools.items.properties).map((field) => `tools[].${field}`),
    ...Object.keys(requires.properties).map((field) => `requires.${field}`),
    ...Object.keys(others),
  ]
  for (const field of fields) expect(page).toContain(`| \`${field}\` |`)
  for (const field of Object.keys(servers.additionalProperties.properties)) {
    expect(page).toMatch(new RegExp(`\`(servers\\.NAME\\.)?${field}\``))
  }
})
