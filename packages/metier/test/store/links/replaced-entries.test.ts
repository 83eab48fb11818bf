/** Entries in the way of a link: replaced only if the user agrees, kept, and restored. */

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linkSkill, unlinkSkill } from '../../../src/store/links/change-links.js'
import type { BlockingEntry } from '../../../src/store/links/replaceable-entries.js'
import { removeSkill } from '../../../src/store/remove.js'
import { updateSkill } from '../../../src/store/update.js'
import { verifyStore } from '../../../src/store/verify.js'
import { writeFiles } from '../../support/temporary.js'
import { createLinked, recordedIn, useClaude } from './linking.js'

const REQUEST = { name: 'pdf', agents: ['claude-code'] }
const agree = async () => true

/** An installed skill, and someone else's of the same name for Claude Code. */
async function createBlocked() {
  const linked = createLinked()
  const path = useClaude(linked.home)
  writeFiles(path, { 'SKILL.md': 'mine', 'more/a.txt': 'a' })
  await linked.install([])
  return { ...linked, path, read: () => readFileSync(join(path, 'SKILL.md'), 'utf8') }
}

describe('an entry that is not ours', () => {
  test('is shown, and stays without consent', async () => {
    const { context, path, read } = await createBlocked()
    const asked: BlockingEntry[] = []
    const review = async (entry: BlockingEntry) => {
      asked.push(entry)
      return false
    }
    expect(await linkSkill(context, { ...REQUEST, review })).toMatchObject({
      value: { outcomes: [{ status: 'left', state: 'foreign' }] },
    })
    const found = { type: 'directory', names: ['SKILL.md', 'more'], count: 2 }
    expect(asked).toEqual([{ skill: 'pdf', agent: 'claude-code', path, state: 'foreign', found }])
    expect(read()).toBe('mine')
    expect(await recordedIn({ context })).toBeUndefined()
  })

  test('is kept with consent, and unlink restores it', async () => {
    const { home, context, path, read } = await createBlocked()
    const kept = join(home, '.claude/.metier-kept-pdf-1')
    expect(await linkSkill(context, { ...REQUEST, review: agree })).toMatchObject({
      value: { outcomes: [{ path, status: 'linked', kept }] },
    })
    expect(readlinkSync(path)).toBe('../../.agents/skills/pdf')
    expect(readFileSync(join(kept, 'more/a.txt'), 'utf8')).toBe('a')
    expect(await verifyStore(context)).toMatchObject({ value: [{ status: 'ok' }] })
    expect(await unlinkSkill(context, REQUEST)).toMatchObject({
      value: { outcomes: [{ path, status: 'removed', restored: true }] },
    })
    expect(read()).toBe('mine')
    expect(existsSync(kept)).toBe(false)
  })

  test('comes back when the skill is removed', async () => {
    const { context, read } = await createBlocked()
    await linkSkill(context, { ...REQUEST, review: agree })
    await removeSkill(context, 'pdf')
    expect(read()).toBe('mine')
  })

  test('is not lost if it happens again: the last one comes back first', async () => {
    const { context, path, home, read } = await createBlocked()
    await linkSkill(context, { ...REQUEST, review: agree })
    unlinkSync(path)
    writeFileSync(path, 'a file')
    expect(await linkSkill(context, { ...REQUEST, review: agree })).toMatchObject({
      value: { outcomes: [{ kept: join(home, '.claude/.metier-kept-pdf-2') }] },
    })
    await unlinkSkill(context, REQUEST)
    expect(readFileSync(path, 'utf8')).toBe('a file')
    unlinkSync(path)
    await linkSkill(context, REQUEST)
    await unlinkSkill(context, REQUEST)
    expect(read()).toBe('mine')
  })

  test('may be a link, which is moved and not followed', async () => {
    const { home, install, context } = createLinked()
    const path = useClaude(home)
    mkdirSync(dirname(path))
    symlinkSync('/nowhere', path)
    await install([])
    const asked: unknown[] = []
    const review = async ({ found }: BlockingEntry) => asked.push(found) > 0
    await linkSkill(context, { ...REQUEST, review })
    expect(asked).toEqual([{ type: 'link', target: '/nowhere' }])
    await unlinkSkill(context, REQUEST)
    expect(readlinkSync(path)).toBe('/nowhere')
  })

  test('out of the project is not replaced, whatever the user says', async () => {
    const { home, install, context } = createLinked({ scope: 'project' })
    const outside = createLinked().home
    symlinkSync(outside, join(home, '.claude'))
    writeFiles(outside, { 'skills/pdf/SKILL.md': 'mine' })
    await install([])
    expect(await linkSkill(context, { ...REQUEST, review: agree })).toMatchObject({
      value: { outcomes: [{ status: 'left', state: 'outside' }] },
    })
    expect(lstatSync(join(outside, 'skills/pdf')).isDirectory()).toBe(true)
  })
})

describe('a link that git wrote as a text file', () => {
  const TARGET = '../../.agents/skills/pdf'

  async function createFlattened(text: string) {
    const linked = createLinked()
    const path = useClaude(linked.home)
    await linked.install(['claude-code'])
    unlinkSync(path)
    writeFileSync(path, text)
    return { ...linked, path }
  }

  test.each([TARGET, `${TARGET}\n`])('%j is drift of its own kind, and only link replaces it', async (text) => {
    const { context, path, offer } = await createFlattened(text)
    const drifted = { status: 'unlinked', links: [{ agent: 'claude-code', path, state: 'flattened' }] }
    expect(await verifyStore(context)).toMatchObject({ value: [drifted] })
    offer({ 'pdf/scripts/run.sh': 'echo 2\n' })
    await updateSkill(context, { name: 'pdf' })
    expect(readFileSync(path, 'utf8')).toBe(text)
    expect(await linkSkill(context, REQUEST)).toMatchObject({ value: { outcomes: [{ status: 'linked' }] } })
    expect(readlinkSync(path)).toBe(TARGET)
    expect(existsSync(join(dirname(dirname(path)), '.metier-kept-pdf-1'))).toBe(false)
  })

  test('is removed with the skill', async () => {
    const { context, path } = await createFlattened(TARGET)
    expect(await removeSkill(context, 'pdf')).toMatchObject({ value: { links: [{ status: 'removed' }] } })
    expect(existsSync(path)).toBe(false)
  })

  test.each([
    ['another target', '../../.agents/skills/words'],
    ['more than a target', `${TARGET}\nand more`],
    ['nothing', ''],
    ['a long text', `${'../'.repeat(2000)}x`],
  ])('a file with %s is foreign', async (_, text) => {
    const { context } = await createFlattened(text)
    expect(await verifyStore(context)).toMatchObject({ value: [{ links: [{ state: 'foreign' }] }] })
  })
})
