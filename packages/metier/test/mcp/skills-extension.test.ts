/** The skills extension (SEP-2640): what is listed is what is read, digest by digest, and nothing leads out of a skill. */

import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { describe, expect, test } from 'vitest'
import { fileUri, readUri } from '../../src/mcp/server/resources/skill-uri.js'
import { linkTo, skillText, temporaryFolder } from '../support/temporary.js'
import { connectPiped, ERAS, openSkills } from './clients.js'

async function connect(files: Parameters<typeof openSkills>[0], era: '2025' | '2026' = '2026') {
  const { skills, root } = await openSkills(files)
  return { client: await connectPiped(era, { skillManager: skills }), root, skills }
}

async function read(client: Client, uri: string) {
  const { contents } = await client.readResource({ uri })
  const [first] = contents as readonly { readonly text?: string; readonly blob?: string }[]
  return first?.text ?? Buffer.from(first?.blob ?? '', 'base64')
}

async function readText(client: Client, uri: string): Promise<string> {
  return String(await read(client, uri))
}

interface Published {
  readonly uri: string
  readonly digest: string
  readonly size: number
}

function resourcesOf(entry: { readonly resources: unknown } | undefined): readonly Published[] {
  return (entry?.resources ?? []) as readonly Published[]
}

test.each(ERAS)('a client of %s finds every file of a skill with the digest and size that it has', async (era) => {
  const { client } = await connect(
    {
      'pdf/SKILL.md': skillText('pdf'),
      'pdf/scripts/a b#1.py': 'print()\n',
      'pdf/logo.png': new Uint8Array([0x89, 0, 0xff]),
    },
    era,
  )
  const { skills } = await new SkillsClient(client).list()
  expect(skills).toHaveLength(1)
  const [entry] = skills
  expect(entry).toMatchObject({
    uri: 'skill://pdf/SKILL.md',
    frontmatter: { name: 'pdf', description: 'Does pdf' },
  })
  const resources = resourcesOf(entry)
  expect(resources.map(({ uri }) => uri).sort()).toEqual([
    'skill://pdf/SKILL.md',
    'skill://pdf/logo.png',
    'skill://pdf/scripts/a%20b%231.py',
  ])
  for (const { uri, digest, size } of resources) {
    const bytes = Buffer.from(await read(client, uri))
    expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest)
    expect(bytes.length).toBe(size)
  }
})

describe('what is listed', () => {
  test('are skills that can be used here: eligible, switched on, and for models', async () => {
    const { client, skills } = await connect({
      'good/SKILL.md': skillText('good'),
      'off/SKILL.md': skillText('off'),
      'needy/SKILL.md': '---\nname: needy\ndescription: Needs\nrequires:\n  bins: [no-such-program]\n---\n',
      'mine/SKILL.md': '---\nname: mine\ndescription: Mine\ndisable-model-invocation: true\n---\n',
    })
    await skills.disable('off')
    const listed = await new SkillsClient(client).list()
    expect(listed.skills.map(({ uri }) => uri)).toEqual(['skill://good/SKILL.md'])
    await expect(read(client, 'skill://off/SKILL.md')).rejects.toThrow()
    await expect(read(client, 'skill://needy/SKILL.md')).rejects.toThrow()
  })

  test('comes in pages', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)] as const),
    )
    const { client } = await connect(files)
    const names = new Set<string>()
    let cursor: string | undefined
    do {
      const page = await new SkillsClient(client).list(cursor === undefined ? {} : { cursor })
      for (const { uri } of page.skills) names.add(uri)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(names.size).toBe(120)
  })

  test('a skill of more files than clients must take is left to the tools', async () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`big/f${at}.txt`, ''] as const))
    const { client } = await connect({ 'big/SKILL.md': skillText('big'), ...many, 'ok/SKILL.md': skillText('ok') })
    const { skills } = await new SkillsClient(client).list()
    expect(skills.map(({ uri }) => uri)).toEqual(['skill://ok/SKILL.md'])
  })

  test('a file that changes has another digest', async () => {
    const { client, root } = await connect({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/a.txt': 'one' })
    const digests = async () => {
      const { skills } = await new SkillsClient(client).list()
      return resourcesOf(skills[0]).map(({ digest }) => digest)
    }
    const before = await digests()
    writeFileSync(join(root, 'pdf/a.txt'), 'two!')
    expect(await digests()).not.toEqual(before)
  })
})

describe('a skill whose frontmatter says more than the extension takes', () => {
  const RICH = {
    'api/SKILL.md': `---
name: api
description: "Calls: an API"
metadata:
  version: 1.0
  author: me
  openclaw: { emoji: "🔌", requires: { bins: [node] } }
other: [1, { deep: true }]
---

# Körper
`,
    // Beyond the reader of clients: a colon in a plain text, a list over two lines.
    'odd/SKILL.md': '---\nname: odd\ndescription: Odd: yes\ntags: [a,\n  b]\n---\nBody\n',
    'bare/SKILL.md': '# Does bare things\n\nThis is how.\n',
    'plain/SKILL.md': skillText('plain'),
  }

  test.each(ERAS)('is published to a client of %s with the same fields as texts, and verifies', async (era) => {
    const { client } = await connect(RICH, era)
    const extension = new SkillsClient(client)
    const { skills } = await extension.list()
    expect(skills.map(({ uri }) => uri).sort()).toEqual([
      'skill://api/SKILL.md',
      'skill://bare/SKILL.md',
      'skill://odd/SKILL.md',
      'skill://plain/SKILL.md',
    ])
    const [api] = skills
    expect(api?.frontmatter).toEqual({
      name: 'api',
      description: 'Calls: an API',
      metadata: { version: '1.0', author: 'me', openclaw: '{"emoji":"🔌","requires":{"bins":["node"]}}' },
      other: [1, { deep: true }],
    })
    for (const skill of skills) {
      const { resources } = await extension.readDirectory(skill.uri.replace('/SKILL.md', ''))
      const main = await extension.read(skill)
      expect(resources.map(({ size }) => size)).toEqual([Buffer.byteLength(await readText(client, skill.uri))])
      expect(main.uri).toBe(skill.uri)
    }
    expect(await readText(client, 'skill://api/SKILL.md')).toMatch(/\n---\n\n# Körper\n$/)
    expect(await readText(client, 'skill://plain/SKILL.md')).toBe(RICH['plain/SKILL.md'])
  })

  test('is still left to the tools where no form of it would do', async () => {
    const long = `---\nname: long\ndescription: ${'x'.repeat(1100)}\n---\n`
    const { client } = await connect({ 'long/SKILL.md': long, 'ok/SKILL.md': skillText('ok') })
    const { skills } = await new SkillsClient(client).list()
    expect(skills.map(({ uri }) => uri)).toEqual(['skill://ok/SKILL.md'])
    expect(await readText(client, 'skill://long/SKILL.md')).toBe(long)
  })
})

describe('links', () => {
  test('to a file inside the skill are that file; any other is not there', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'secret' })
    const { client } = await connect({
      'pdf/SKILL.md': skillText('pdf'),
      'pdf/real.txt': 'real',
      'pdf/inside.txt': linkTo('real.txt'),
      'pdf/outside.txt': linkTo(join(outside, 'secret.txt')),
      'pdf/up.txt': linkTo('../../other.txt'),
      'pdf/folder': linkTo(outside),
      'pdf/broken': linkTo('nowhere'),
    })
    const { skills } = await new SkillsClient(client).list()
    const uris = resourcesOf(skills[0]).map(({ uri }) => uri)
    expect(uris.sort()).toEqual(['skill://pdf/SKILL.md', 'skill://pdf/inside.txt', 'skill://pdf/real.txt'])
    for (const path of ['outside.txt', 'up.txt', 'folder/secret.txt', 'broken']) {
      await expect(read(client, `skill://pdf/${path}`)).rejects.toThrow()
    }
  })

  test('put there later are not followed either', async () => {
    const outside = temporaryFolder({ 'secret.txt': 'secret' })
    const { client, root } = await connect({ 'pdf/SKILL.md': skillText('pdf') })
    await new SkillsClient(client).list()
    mkdirSync(join(root, 'pdf/sub'))
    symlinkSync(join(outside, 'secret.txt'), join(root, 'pdf/sub/now.txt'))
    await expect(read(client, 'skill://pdf/sub/now.txt')).rejects.toThrow()
  })
})

test.each([
  'skill://pdf/../csv/SKILL.md',
  'skill://pdf/%2e%2e/csv/SKILL.md',
  'skill://pdf/..%2fcsv%2fSKILL.md',
  'skill://pdf/..%5ccsv%5cSKILL.md',
  'skill://pdf//SKILL.md',
  'skill://pdf/a%00b',
  'skill://pdf/%',
  'skill:///SKILL.md',
  'file:///etc/passwd',
])('%s is no file of a skill', (uri) => {
  expect(readUri(uri)).toBeUndefined()
})

test('a URI and its parts are the same thing', () => {
  for (const path of ['SKILL.md', 'a b/c#d?e.md', 'ü/日本.txt', '100%.md', 'a@b', "q'(1).md"]) {
    expect(readUri(fileUri('pdf', path))).toEqual({ name: 'pdf', path })
    expect(readUri(new URL(fileUri('pdf', path)).href)).toEqual({ name: 'pdf', path })
  }
})

test('folders are listed, and what is none is refused', async () => {
  const { client } = await connect({ 'pdf/SKILL.md': skillText('pdf'), 'pdf/references/deep/x.md': 'x' })
  const skills = new SkillsClient(client)
  const top = await skills.readDirectory('skill://pdf')
  expect(top.resources.map(({ name, mimeType }) => [name, mimeType === 'inode/directory'])).toEqual([
    ['SKILL.md', false],
    ['references', true],
  ])
  const deeper = await skills.readDirectory('skill://pdf/references/deep')
  expect(deeper.resources.map(({ uri }) => uri)).toEqual(['skill://pdf/references/deep/x.md'])
  await expect(skills.readDirectory('skill://pdf/SKILL.md')).rejects.toThrow()
})
