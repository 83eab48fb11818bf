/** Several processes keep one index; any of them may be stopped at any moment. */
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../support/child.js'
import { someOf } from '../support/full.js'
import { contentOf, loadRegistry } from '../support/indexing.js'
import { skillText, temporaryFolder, temporaryRoot } from '../support/temporary.js'

const manySkills = (count: number) =>
  temporaryRoot(Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)])))

test('two processes that read and write one index, while skills change, are always right', async () => {
  const root = manySkills(60)
  const index = join(temporaryFolder(), 'index.bin')
  const file = await bundleProgram(`
    import { loadRegistry } from './indexing.js'
    import { renameSync, writeFileSync } from 'node:fs'
    const [path, index, own] = process.argv.slice(2)
    const root = { path, scope: 'project', isExplicit: true }
    for (let round = 0; round < 40; round++) {
      const text = \`---\\nname: \${own}\\ndescription: round \${round}\\n---\\n\`
      writeFileSync(\`\${path}/\${own}/new\`, text)
      renameSync(\`\${path}/\${own}/new\`, \`\${path}/\${own}/SKILL.md\`)
      const warm = await loadRegistry([root], { index, now: Date.now })
      const mine = warm.snapshot.skills.find(({ name }) => name === own)
      if (mine?.description !== \`round \${round}\`) throw new Error(\`\${own} was \${mine?.description} in round \${round}\`)
      if (warm.snapshot.skills.length !== 60) throw new Error(\`there were \${warm.snapshot.skills.length} skills\`)
    }
    console.log('right')
  `)
  const children = ['s1', 's2'].map((own) => startProgram(file, [root.path, index, own]).ended)
  expect(await Promise.all(children)).toMatchObject(Array(2).fill({ code: 0, output: 'right\n' }))
  const warm = await loadRegistry([root], { index })
  expect(contentOf(warm.snapshot)).toEqual(contentOf((await loadRegistry([root])).snapshot))
  expect(warm.snapshot.notes).toEqual([])
})

test('a process killed at any moment leaves an index that the next start can use', async () => {
  const root = manySkills(200)
  const folder = temporaryFolder()
  const index = join(folder, 'index.bin')
  const file = await bundleProgram(`
    import { discoverSkills } from '../../src/registry/walk/discover.js'
    import { writeIndex } from '../../src/registry/index/index-file.js'
    import { LIMITS } from '../../src/skill/limits.js'
    const [path, index] = process.argv.slice(2)
    const root = { path, scope: 'project', isExplicit: true }
    const scans = await discoverSkills([root], { limits: LIMITS, strict: false })
    for (let round = 0; ; round++) {
      await writeIndex(index, scans, false)
      if (round === 2) console.log('writing')
    }
  `)
  for (const kill of someOf([...Array(12).keys()], 4)) {
    const { child, ended, says } = startProgram(file, [root.path, index])
    await says('writing')
    // Another moment each time: so many turns of the event loop later.
    for (let turn = 0; turn < kill * 7; turn++) await new Promise(setImmediate)
    child.kill('SIGKILL')
    expect(await ended).toMatchObject({ signal: 'SIGKILL' })
    const warm = await loadRegistry([root], { index })
    expect(warm.snapshot.notes).toEqual([])
    expect(warm.snapshot.skills).toHaveLength(200)
  }
  expect(contentOf((await loadRegistry([root], { index })).snapshot)).toEqual(
    contentOf((await loadRegistry([root])).snapshot),
  )
  expect(readdirSync(folder).length).toBeLessThanOrEqual(13)
})

test('what a killed process left behind is removed by a later write', async () => {
  const folder = temporaryFolder({
    'index.bin.1.abandoned.tmp': 'x',
    'index.bin.2.in-use.tmp': 'x',
    'index.bin.other': 'x',
    'other.bin.1.abandoned.tmp': 'x',
  })
  const longAgo = new Date(Date.now() - 3_600_000)
  for (const name of readdirSync(folder)) if (!name.includes('in-use')) utimesSync(join(folder, name), longAgo, longAgo)
  await loadRegistry([temporaryRoot({ 'a/SKILL.md': skillText('a') })], { index: join(folder, 'index.bin') })
  expect(readdirSync(folder).sort()).toEqual([
    'index.bin',
    'index.bin.2.in-use.tmp',
    'index.bin.other',
    'other.bin.1.abandoned.tmp',
  ])
})

test('an index that is written while others read it is read whole', async () => {
  const root = manySkills(100)
  const index = join(temporaryFolder(), 'index.bin')
  await loadRegistry([root], { index })
  const rounds = Array.from({ length: 60 }, async (_, round) => {
    writeFileSync(join(root.path, `s${round}/SKILL.md`), skillText(`s${round}`, `round ${round}`))
    const { snapshot } = await loadRegistry([root], { index, now: Date.now })
    return [snapshot.skills.length, snapshot.notes.length]
  })
  expect(await Promise.all(rounds)).toEqual(Array(60).fill([100, 0]))
})
