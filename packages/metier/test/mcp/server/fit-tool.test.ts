import { expect, test } from 'vitest'
import { findAgent } from '../../../src/agents/agents.js'
import { limitsOfAgent } from '../../../src/agents/client-limits.js'
import { fitName, fitTool } from '../../../src/mcp/server/fit-tool.js'

const limits = limitsOfAgent(findAgent('claude-code'))
const long = (ending: string) => `${'extract_every_page_of_a_document_as_text'.repeat(2)}_${ending}`

test('a short name stays as it is', () => {
  expect(fitName('extract_text', limits)).toBe('extract_text')
})

test('a long name fits with the prefix of the client, and two that differ at the end stay apart', () => {
  const names = ['one', 'two'].map((ending) => fitName(long(ending), limits))
  expect(names.filter((name) => `mcp__metier__${name}`.length > 64)).toEqual([])
  expect(new Set(names).size).toBe(2)
  expect(fitName(long('one'), limits)).toBe(names[0])
})

test('a description that the client would cut ends in an ellipsis of ours', () => {
  const { description } = fitTool({ name: 'tool', description: 'word '.repeat(2_000) }, limits)
  expect(description.length).toBeLessThanOrEqual(4_096)
  expect(description).toMatch(/word…$/)
})

test("Cursor's limit holds for the names of server and tool together, though its prefix is not known", () => {
  const cursor = limitsOfAgent(findAgent('cursor'))
  expect(cursor.prefix).toBeUndefined()
  expect(fitName(long('one'), cursor)).toHaveLength(60 - 'metier'.length)
})
