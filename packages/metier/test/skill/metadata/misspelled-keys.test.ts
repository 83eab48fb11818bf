import { expect, test } from 'vitest'
import { parseSkill } from '../../../src/skill/parse.js'

/** The place and the suggestion of each unknown requirement, for a `metadata` as it is written. */
function misspeltIn(metadata: string): readonly string[] {
  const { diagnostics } = parseSkill(`---\nname: a\ndescription: Reads PDFs.\n${metadata}\n---\nRead it.\n`)
  const unknown = diagnostics.filter(({ code }) => code === 'requires_unknown')
  return unknown.map(({ line, suggestion }) => `${line}: ${suggestion}`)
}

test.each([
  ['metadata:\n  openclaw:\n    require: { bins: [x] }', 6, 'requires'],
  ['metadata:\n  openclaw:\n    emoji: x\n    instal: [{ kind: brew, formula: x }]', 7, 'install'],
  ['metadata:\n  openclaw:\n    OS: [linux]', 6, 'os'],
  ['metadata:\n  clawdbot:\n    alway: true', 6, 'always'],
  ['metadata:\n  openclaw:\n    primary_env: KEY', 6, 'primaryEnv'],
  ['metadata:\n  require: { bins: [x] }', 5, 'requires'],
  ['metadata:\n  opencalw: { requires: { bins: [x] } }', 5, 'openclaw'],
  ['metadata: {"clawbot":{"requires":{"bins":["x"]}}}', 4, 'clawdbot'],
  ['metadata: \'{"openclaw":{"require":{"bins":["x"]}}}\'', 4, 'requires'],
  ['clawdis:\n  require: { bins: [x] }', 5, 'requires'],
])('a misspelled key is reported on its line: %j', (metadata, line, meant) => {
  expect(misspeltIn(metadata)).toEqual([`${line}: Did you mean '${meant}'?`])
})

test.each([
  'metadata:\n  openclaw: { requirements: [x], entry: a, ios: 17, requires: { bins: [x] }, require: y }',
  'metadata:\n  clawdhub: { requires: { bins: [x] } }',
  'metadata:\n  opencalw: a text',
  'metadata:\n  openclaw: { requires: { bins: [x] } }\n  opencalw: {}',
])('other unknown keys are not reported, and none that stands beside the key it resembles: %j', (metadata) => {
  expect(misspeltIn(metadata)).toEqual([])
})
