/** The pages about tools: every schema, description and answer on them is what the tool gives. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { TOOL_NAMES } from '../../src/tools/create-tools.js'
import { answerIn, defineUsually, SITUATIONS } from './doc-situations.js'

const folder = fileURLToPath(new URL('../../../../docs/reference/tools', import.meta.url))
const pages = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

/** A fenced block, the kind in its info string, and what stood before it. */
interface Block {
  readonly kind: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly situation: string
  /** The call that the block answers. */
  readonly call: string
}

describe.each(pages)('$name', ({ name, text }) => {
  const tool = /^# `(.+)`$/m.exec(text)?.[1] ?? ''
  const blocks = findBlocks(text)
  const shown = blocks.filter(({ kind }) => kind in COMPOSERS)

  test('is about a tool, and shows its schema, its description, and answers of both kinds', async () => {
    expect(TOOL_NAMES).toContain(tool)
    expect(shown.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['json schema', 'text description']))
    const answers = blocks.filter(({ kind }) => kind === 'json answer').map((block) => answerOf(block, tool))
    const failures = new Set((await Promise.all(answers)).map(({ isError }) => isError))
    expect(failures).toEqual(new Set([true, false]))
  })

  test('speaks of situations that can be made', () => {
    for (const { situation } of blocks) expect(Object.keys(SITUATIONS)).toContain(situation)
  })

  test('shows what the tool gives', async () => {
    if (process.env.METIER_UPDATE_DOCS === '1') await rewrite(name, text, tool, shown)
    const fresh = findBlocks(readFileSync(join(folder, name), 'utf8')).filter(({ kind }) => kind in COMPOSERS)
    for (const block of fresh) expect(block.text).toBe(await compose(block, tool))
  })
})

test('every tool has its page', () => {
  const tools = pages.map(({ text }) => /^# `(.+)`$/m.exec(text)?.[1])
  expect(tools.sort()).toEqual([...TOOL_NAMES].sort())
})

test('the overview links every page', () => {
  const overview = readFileSync(join(folder, 'README.md'), 'utf8')
  for (const { name } of pages) expect(overview).toContain(`(${name})`)
})

const COMPOSERS: Readonly<Record<string, (block: Block, tool: string) => Promise<string>>> = {
  'json schema': async (_, tool) => toJson((await defineUsually(tool)).inputSchema),
  'text description': async (_, tool) => (await defineUsually(tool)).description,
  'json answer': async (block, tool) => toJson((await answerOf(block, tool)).data),
  'text answer': async (block, tool) => (await answerOf(block, tool)).text,
}

function compose(block: Block, tool: string): Promise<string> {
  return COMPOSERS[block.kind]?.(block, tool) ?? Promise.resolve('')
}

function answerOf({ situation, call }: Block, tool: string) {
  return answerIn(SITUATIONS[situation] ?? {}, tool, JSON.parse(call))
}

function findBlocks(text: string): readonly Block[] {
  const parts = text.matchAll(/^#+ .*$|^<!-- situation: (.*) -->$|^(````?)(\w+ \w+)\n([\s\S]*?)\n?\2$/gm)
  let situation = 'usual'
  let call = 'null'
  const blocks: Block[] = []
  for (const { 0: whole, 1: named, 2: fence = '', 3: kind, 4: content = '', index } of parts) {
    if (named !== undefined) situation = named
    else if (kind === undefined) situation = 'usual'
    else {
      if (kind === 'json call') call = content
      const start = index + fence.length + kind.length + 1
      blocks.push({ kind, text: content, start, end: index + whole.length - fence.length, situation, call })
    }
  }
  return blocks
}

/** `METIER_UPDATE_DOCS=1` writes what is given into the pages, to be read before it is kept. */
async function rewrite(name: string, text: string, tool: string, blocks: readonly Block[]): Promise<void> {
  let changed = text
  for (const block of blocks.toReversed()) {
    changed = `${changed.slice(0, block.start)}${await compose(block, tool)}\n${changed.slice(block.end)}`
  }
  writeFileSync(join(folder, name), changed)
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
