/** Several processes keep one search index; any of them may be stopped at any moment. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../../../support/child.js'
import { someOf } from '../../../support/full.js'
import { meaningOf, openSearch } from '../../../support/searching.js'
import { skillText, temporaryFolder, temporaryRoot } from '../../../support/temporary.js'

const manySkills = (count: number) =>
  temporaryRoot(Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}/SKILL.md`, skillText(`s${at}`)])))

test('two processes that read and write one index, while skills change, are always right', async () => {
  const root = manySkills(60)
  const file = join(temporaryFolder(), 'search.bin')
  const program = await bundleProgram(`
    import { openSearch } from './searching.js'
    import { renameSync, writeFileSync } from 'node:fs'
    const [path, file, own] = process.argv.slice(2)
    const root = { path, scope: 'project', isExplicit: true }
    for (let round = 0; round < 25; round++) {
      const text = \`---\\nname: \${own}\\ndescription: Does it\\n---\\nSpeaks of \${own}round\${round}x\\n\`
      writeFileSync(\`\${path}/\${own}/new\`, text)
      renameSync(\`\${path}/\${own}/new\`, \`\${path}/\${own}/SKILL.md\`)
      const { find, problems } = await openSearch([root], { file, now: Date.now })
      const found = find(\`\${own}round\${round}x\`)
      if (found[0] !== own) throw new Error(\`\${own} was not found in round \${round}: \${found}\`)
      if (find(\`\${own}round\${round - 1}x\`)[0] === own && round > 0) {
        const again = find(\`"\${own}round\${round - 1}x"\`)
        if (again.length > 1) throw new Error(\`an old body was found: \${again}\`)
      }
      if (problems.length > 0) throw new Error(problems[0].message)
    }
    console.log('right')
  `)
  const children = ['s1', 's2'].map((own) => startProgram(program, [root.path, file, own]).ended)
  expect(await Promise.all(children)).toMatchObject(Array(2).fill({ code: 0, output: 'right\n' }))
  const warm = await openSearch([root], { file })
  expect(meaningOf(warm.searchable)).toEqual(meaningOf((await openSearch([root])).searchable))
  expect(warm.problems).toEqual([])
})

test('a process killed at any moment leaves an index that the next one can use', async () => {
  const root = manySkills(200)
  const folder = temporaryFolder()
  const file = join(folder, 'search.bin')
  const program = await bundleProgram(`
    import { openSearch } from './searching.js'
    import { writeKeptFile } from '../../src/registry/index/kept-file.js'
    import { encodeSearchIndex } from '../../src/registry/search/kept/search-format.js'
    const [path, file] = process.argv.slice(2)
    const { searchable } = await openSearch([{ path, scope: 'project', isExplicit: true }])
    for (let round = 0; ; round++) {
      await writeKeptFile(file, encodeSearchIndex(searchable))
      if (round === 2) console.log('writing')
    }
  `)
  for (const kill of someOf([...Array(12).keys()], 4)) {
    const { child, ended, says } = startProgram(program, [root.path, file])
    await says('writing')
    // Another moment each time: so many turns of the event loop later.
    for (let turn = 0; turn < kill * 7; turn++) await new Promise(setImmediate)
    child.kill('SIGKILL')
    expect(await ended).toMatchObject({ signal: 'SIGKILL' })
    const warm = await openSearch([root], { file })
    expect([warm.problems, warm.find('s7')[0]]).toEqual([[], 's7'])
  }
  expect(readdirSync(folder).length).toBeLessThanOrEqual(13)
})

test('an index that is written while others read it is read whole', async () => {
  const root = manySkills(100)
  const file = join(temporaryFolder(), 'search.bin')
  await openSearch([root], { file })
  const rounds = Array.from({ length: 40 }, async (_, round) => {
    writeFileSync(join(root.path, `s${round}/SKILL.md`), skillText(`s${round}`, `Does s${round}`, `unheard${round}of`))
    const { find, problems } = await openSearch([root], { file, now: Date.now })
    return [find(`unheard${round}of`)[0], problems.length]
  })
  expect(await Promise.all(rounds)).toEqual(rounds.map((_, round) => [`s${round}`, 0]))
})
