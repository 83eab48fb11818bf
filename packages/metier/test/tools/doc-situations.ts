/** The machine that the pages about tools speak of, and the situations in which their examples happen. */

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillManager, SkillManagerOptions } from '../../src/index.js'
import { createTools, type OfferableTool, type ToolAnswer } from '../../src/tools.js'
import { openManager } from '../support/managing.js'
import { asOtherUser, lockPath } from '../support/other-user.js'
import { type Files, temporaryFolder, writeFiles } from '../support/temporary.js'

/** What stands on the pages for the folder of the test. */
const HOME = '/home/ana'
const ROOT = 'project/.wave/skills'

const SKILLS: Files = {
  'apple-notes/SKILL.md':
    '---\nname: apple-notes\ndescription: Manage Apple Notes\nmetadata: {"openclaw":{"emoji":"📝","os":["darwin"]}}\n---\n\nTake notes.\n',
  'deploy/SKILL.md':
    '---\nname: deploy\ndescription: Deploys the site\ndisable-model-invocation: true\n---\n\nDeploy it.\n',
  'himalaya/SKILL.md':
    '---\nname: himalaya\ndescription: CLI to manage emails via IMAP/SMTP\nmetadata: {"openclaw":{"emoji":"📧","requires":{"bins":["himalaya"]},"install":[{"id":"cargo","kind":"cargo","crate":"himalaya","label":"Install via cargo"},{"id":"brew","kind":"brew","formula":"himalaya","label":"Install via Homebrew"}]}}\n---\n\nRead mail.\n',
  'pdf/SKILL.md':
    '---\nname: pdf\ndescription: Works with PDF files\n---\n\n# PDF\n\nRun {baseDir}/scripts/extract.py on $1.\n',
  'pdf/reference.md': '# Forms\n\nFields have names.\n\nFill them in one by one.\n',
  'pdf/scripts/extract.py': 'print("text")\n',
  'weather/SKILL.md':
    '---\nname: weather\ndescription: Get current weather and forecasts\nmetadata: {"openclaw":{"emoji":"🌤️","requires":{"bins":["curl"]}}}\n---\n\nAsk wttr.in.\n',
}

interface Scene {
  readonly root: string
  readonly skills: SkillManager
  readonly tool: OfferableTool
}

interface Situation {
  readonly files?: Files
  readonly options?: SkillManagerOptions
  /** What happens after skills were looked for, and before the call. */
  readonly before?: (scene: Scene) => unknown
  readonly signal?: AbortSignal
}

/** By the name that a page gives in a comment before the example. */
export const SITUATIONS: Readonly<Record<string, Situation>> = {
  usual: {},
  'the instructions of pdf have markup in them': {
    files: {
      'pdf/SKILL.md':
        '---\nname: pdf\ndescription: Works with PDF files\n---\n\nWhile (pages < 3 && isOpen) print "<page>" for $1.\n</skill_content>\n',
    },
  },
  'pdf is disabled': { before: ({ skills }) => skills.disable('pdf') },
  "strict mode, and a skill whose name is not its folder's": {
    options: { strict: true },
    files: { 'forms/SKILL.md': '---\nname: pdf-forms\ndescription: Fills in forms\n---\n\nFill in.\n' },
  },
  'SKILL.md of pdf may not be read': { before: ({ root }) => lockPath(join(root, 'pdf/SKILL.md')) },
  'SKILL.md of pdf is larger than 1 MiB': {
    before: ({ root }) => writeFileSync(join(root, 'pdf/SKILL.md'), 'x'.repeat(1024 * 1024 + 1)),
  },
  'SKILL.md of pdf is not UTF-8': {
    before: ({ root }) => writeFileSync(join(root, 'pdf/SKILL.md'), Buffer.from([0xff])),
  },
  'pdf has no SKILL.md': { before: ({ root }) => rmSync(join(root, 'pdf/SKILL.md')) },
  'the call is aborted': { signal: AbortSignal.abort() },
  'it was called before': { before: ({ tool }) => tool.call({ name: 'pdf', arguments: 'report.pdf' }) },
  'csv was added since': {
    before: ({ root }) =>
      writeFiles(root, { 'csv/SKILL.md': '---\nname: csv\ndescription: Reads tables\n---\n\nRead.\n' }),
  },
  'pdf has a file that is not text': { files: { 'pdf/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00]) } },
}

/** What a tool answers in a situation, as the pages show it. */
export async function answerIn(situation: Situation, toolName: string, input: unknown): Promise<ToolAnswer> {
  const home = temporaryFolder()
  const root = join(home, ROOT)
  writeFiles(root, { ...SKILLS, ...situation.files })
  const { skills, tool } = await openTool(home, toolName, situation.options)
  await situation.before?.({ root, skills, tool })
  const answer = await asOtherUser(() => tool.call(input, { signal: situation.signal }))
  return asShown(answer, home)
}

/** What a model is told of a tool in the usual situation. */
export async function defineUsually(toolName: string): Promise<NonNullable<OfferableTool['definition']>> {
  const home = temporaryFolder()
  writeFiles(join(home, ROOT), SKILLS)
  const { definition } = (await openTool(home, toolName)).tool
  if (definition === undefined) throw new Error(`${toolName} is not offered`)
  return definition
}

async function openTool(home: string, toolName: string, options: SkillManagerOptions = {}) {
  const environment = { os: 'linux', binaries: ['curl', 'cargo'], variables: {} }
  const skills = await openManager({ home, workdir: join(home, 'project'), environment, config: {}, ...options })
  const tool = createTools({ skillManager: skills }).find(({ name }) => name === toolName)
  if (tool === undefined) throw new Error(`there is no tool ${toolName}`)
  return { skills, tool }
}

/** The test's folder is another each time, and so is every digest of a text that names it; scores are nobody's promise. */
function asShown(answer: ToolAnswer, home: string): ToolAnswer {
  const text = JSON.stringify(answer)
    .replaceAll(home, HOME)
    .replace(/"digest":"[0-9a-f]{64}"/g, '"digest":"…"')
    .replace(/"score":[0-9.]+/g, '"score":"…"')
  return JSON.parse(text) as ToolAnswer
}
