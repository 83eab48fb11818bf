import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runJson, runMetier, useMetier } from '../cli/run-metier.js'
import { openManager } from '../support/managing.js'
import { memoryFolder, writeFiles } from '../support/temporary.js'
import { expectAsRecorded, named } from './comparison.js'
import { DEPTHS, type OfferCase, VALUES } from './skills-cases.js'
import { CONTAINERS, PATHS, SPELLINGS } from './skills-container-cases.js'
import { MANIFESTS } from './skills-manifest-cases.js'

const metier = useMetier()

/** Installs everything that a source offers; the names of the skills that are known afterwards. */
async function install({ files, isFullDepth, below = '' }: OfferCase): Promise<readonly string[]> {
  // Every install waits for the disk, several times.
  const place = memoryFolder({ 'home/': '', 'project/': '', 'around/offered/': '' })
  const offered = join(place, 'around/offered')
  writeFiles(offered, files)
  const from = `local:${join(offered, below)}`
  if (isFullDepth) return installAtFullDepth(from)
  const manager = await openManager({ home: join(place, 'home'), workdir: join(place, 'project') })
  await manager.installSeveral({ from })
  return manager.getSkills().map(({ name }) => name)
}

async function installAtFullDepth(from: string): Promise<readonly string[]> {
  const machine = metier.create()
  await runMetier(machine, 'install', '--from', from, '--all', '--full-depth')
  const { skills } = (await runJson(machine, 'list')) as { readonly skills: readonly { readonly name: string }[] }
  return skills.map(({ name }) => name)
}

describe.each([
  ['how deep a source is looked into', DEPTHS],
  ['values that are not text', VALUES],
  ['repositories of plugins', MANIFESTS],
  ['groups of skills on disk', CONTAINERS],
  ['groups of skills in a list of paths', PATHS],
  ['how folders are spelled', SPELLINGS],
])('%s', (_, cases) => {
  test.each(named(cases))('%s', async (_, comparison) => {
    expectAsRecorded(comparison, (await install(comparison)).toSorted())
  })
})

test('every case of theirs is here', () => {
  // Two of their cases run with the option and without it, which are two cases here.
  const counts = [DEPTHS, VALUES, MANIFESTS, CONTAINERS, PATHS, SPELLINGS].map(({ length }) => length)
  expect(counts).toEqual([5 + 1, 5, 18, 10 + 1, 9, 2])
})
