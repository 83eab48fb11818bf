/** The pages about MCP name what there is, and nothing else. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CLIENT_ALIASES, CLIENTS } from '../../src/mcp/clients/clients.js'
import { TOOL_PROFILES, toolsOf } from '../../src/mcp/server/profiles.js'
import * as entry from '../../src/mcp.js'
import { DELIVERIES } from '../../src/tools/workspace-tools.js'

const guide = readPage('guides/mcp.md')
const reference = readPage('reference/mcp.md')

function readPage(name: string): string {
  return readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8')
}

test('every tool stands in the reference with the profiles that have it', () => {
  for (const name of toolsOf('all').map((tool) => tool.name)) {
    const profiles = TOOL_PROFILES.filter((profile) => toolsOf(profile).some((tool) => tool.name === name)).join(', ')
    expect(reference).toContain(`| \`${name}\` | ${profiles} |`)
  }
})

test('every way of delivery and every client stands in the guide', () => {
  for (const name of [...DELIVERIES, ...Object.keys(CLIENTS)]) expect(guide).toContain(`| \`${name}\` |`)
})

test('every function of the entry stands in the reference', () => {
  for (const name of Object.keys(entry)) expect(reference).toContain(`| \`${name}(options)\` |`)
})

test('every other name of a client leads to one', () => {
  expect(Object.values(CLIENT_ALIASES).filter((name) => CLIENTS[name] === undefined)).toEqual([])
})
