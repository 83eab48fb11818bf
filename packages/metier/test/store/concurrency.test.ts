/** Processes that install at once into one root. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLock } from '../../src/store/lock.js'
import { verifyStore } from '../../src/store/verify.js'
import { bundleProgram, startProgram } from '../support/child.js'
import { isFull } from '../support/full.js'
import { skillText } from '../support/temporary.js'
import { STORE_PROGRAM } from './store-program.js'
import { createStoring } from './storing.js'

const PROCESSES = isFull ? 20 : 6
const SKILLS = Array.from({ length: isFull ? 50 : 15 }, (_, at) => `skill-${at}`)

test(`security 6.14: ${PROCESSES} processes that install ${SKILLS.length} skills at once leave folders and a lock that agree`, async () => {
  const files = Object.fromEntries(SKILLS.map((name) => [`${name}/SKILL.md`, skillText(name)]))
  const { root, source, context } = createStoring(files)
  const program = await bundleProgram(STORE_PROGRAM)
  const children = Array.from({ length: PROCESSES }, (_, at) => {
    // Each begins elsewhere, so that all meet all.
    const names = [...SKILLS.slice(at * 2), ...SKILLS.slice(0, at * 2)].join(',')
    return startProgram(program, ['install', root, source, names, '0']).ended
  })
  const ended = await Promise.all(children)
  const codes = ended.flatMap(({ output }) => (JSON.parse(output) as { codes: string[] }).codes)
  expect(codes.filter((code) => code === 'ok')).toHaveLength(SKILLS.length)
  expect(new Set(codes)).toEqual(new Set(['ok', 'skill_exists']))
  const lock = await readLock(context.store.lockFile)
  expect(lock.ok && [...lock.value.skills.keys()].toSorted()).toEqual(SKILLS.toSorted())
  expect(
    readdirSync(root)
      .filter((name) => !name.startsWith('.'))
      .toSorted(),
  ).toEqual(SKILLS.toSorted())
  const verified = await verifyStore(context)
  expect(verified.ok && verified.value.every(({ status }) => status === 'ok')).toBe(true)
  expect(readdirSync(join(root, '.metier-store/staging'))).toEqual([])
}, 300_000)
