/** The programs in the README and in the guides of the adapters: they end, and reach the tools of skills. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { serverSkill } from '../workspace/small-server.js'
import { listGuides, openWorkshop, readPrograms, type Workshop } from './programs.js'

const readme = readPrograms('README.md')
const guides = listGuides().flatMap(readPrograms)
const agents = [...readme.filter(({ text }) => text.includes('createWorkspaceTools')), ...guides]
let workshop: Workshop

beforeAll(() => {
  workshop = openWorkshop([...readme, ...guides])
})
afterAll(() => workshop.remove())

/** A home with two approved skills: one with a script, one with a server. */
async function createHome(): Promise<string> {
  const count = { name: 'count_words', description: 'Counts words', run: ['node', 'count.mjs'], category: 'read' }
  const skills = {
    words: {
      'tools.yaml': JSON.stringify({ tools: [count] }),
      'count.mjs': `import { readFileSync } from 'node:fs'
console.log(JSON.parse(readFileSync(0, 'utf8')).text.split(' ').length + ' words')`,
    },
    remote: serverSkill(),
  }
  const files = Object.entries(skills).flatMap(([name, own]) =>
    Object.entries({ 'SKILL.md': skillText(name), ...own }).map(
      ([path, text]) => [`.agents/skills/${name}/${path}`, text] as const,
    ),
  )
  const folder = temporaryFolder({
    ...Object.fromEntries(files),
    '.metier/config.json': '{ "policy": { "allow": [{ "category": "execute" }] } }',
  })
  const skillManager = await SkillManager.open({ home: folder, workdir: folder, index: false })
  for (const name of Object.keys(skills)) expect(await skillManager.approve(name)).toMatchObject({ approved: true })
  await skillManager.close()
  return folder
}

test('there are programs to look at: three in the README, at least one in each guide', () => {
  expect(readme).toHaveLength(3)
  for (const page of listGuides()) expect(readPrograms(page).length).toBeGreaterThan(0)
})

describe.each(agents)('the agent $name', (program) => {
  test('has fewer than 20 lines', () => {
    expect(program.text.trimEnd().split('\n').length).toBeLessThan(20)
  })

  test('reaches the script of a skill and the server of another, and then ends', async () => {
    const printed = await workshop.run(program, await createHome())
    expect(printed).not.toContain('Unknown tool')
    expect(printed).toContain('3 words')
    expect(printed).toContain('hello from the server')
  })
})

test.each(readme.filter(({ text }) => !text.includes('createWorkspaceTools')))(
  '$name runs in an empty folder',
  async (program) => {
    const printed = await workshop.run(program, temporaryFolder())
    expect(printed).toMatch(program.text.includes('loadSkill') ? /There is no skill of that name/ : /Note 1 added/)
  },
)

test('the first program of the README shows what is edited while it runs', async () => {
  const folder = temporaryFolder({ '.agents/skills/sql-review/SKILL.md': skillText('sql-review', 'Reviews SQL') })
  const [first] = readme
  const printed = first && workshop.run(first, folder)
  let round = 0
  const editing = setInterval(() => {
    writeFiles(folder, { '.agents/skills/sql-review/SKILL.md': skillText('sql-review', `Reviews SQL ${round++}`) })
  }, 500)
  expect(await printed?.finally(() => clearInterval(editing))).toContain("edited: [ 'sql-review' ]")
})

test('the first program of the README finds the skills of the folder that it runs in', async () => {
  const folder = temporaryFolder({ '.agents/skills/sql-review/SKILL.md': skillText('sql-review', 'Reviews SQL') })
  const [first] = readme
  expect(first && (await workshop.run(first, folder))).toContain('Reviews SQL')
})
