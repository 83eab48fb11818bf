/** The commands that try a tool, as the guide to skills with tools writes them. */

import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runHere, skillText, useMetier } from '../cli/run-metier.js'
import { splitWords } from './blocks.js'
import { readBlocks } from './programs.js'

const metier = useMetier()
const INPUT = '{"file":"a.pdf"}'
const TOOLS = `tools:
  - name: extract_text
    description: Text of a PDF, page by page
    input: { type: object, properties: { file: { type: string } }, required: [file] }
    run: [node, scripts/extract.mjs, "{file}"]
    category: read
`
const [commands = ''] = readBlocks('docs/guides/skills-that-bring-tools.md', 'sh').filter((block) =>
  block.includes('metier run'),
)
const lines = commands.split('\n').flatMap((line) => {
  const [text = ''] = line.split(' # ')
  return text.trim() === '' ? [] : [text.trim()]
})

test.each(['.agents/skills', 'skills'])('every line works for a skill in %s', async (folder) => {
  const machine = metier.create({
    [`${folder}/pdf/SKILL.md`]: skillText('pdf', 'Reads PDF files.'),
    [`${folder}/pdf/tools.yaml`]: TOOLS,
    [`${folder}/pdf/scripts/extract.mjs`]: 'console.log("text of", process.argv[2])',
  })
  symlinkSync(process.execPath, join(machine.bin, 'node'))
  const root = folder === 'skills' ? ['--root', 'skills'] : []
  const run = async (words: readonly string[], input: string) => {
    let printed = ''
    const write = (text: string) => (printed += text)
    const io = { stdin: Readable.from([input]), stdout: { write }, stderr: { write } }
    const code = await runHere(machine, words, { ...io, signal: new AbortController().signal })
    return { code, printed }
  }
  expect(lines).toHaveLength(4)
  expect(await run(['approve', 'pdf', '--yes', ...root], '')).toMatchObject({ code: 0 })
  for (const line of lines) {
    const [, command = '', ...rest] = splitWords(line.replace(/^echo .* \| /, ''))
    const words = rest.map((word) => word.replace('.agents/skills', folder))
    // Nobody can be asked here.
    const consent = command === 'run' && !words.includes('--allow') ? ['--allow', 'execute'] : []
    const ending = await run([command, ...words, ...consent, ...(command === 'validate' ? [] : root)], INPUT)
    const printed = command === 'run' ? 'text of a.pdf' : command === 'tools' ? 'extract_text' : '0 errors'
    expect({ line, ...ending }).toEqual({ line, code: 0, printed: expect.stringContaining(printed) })
  }
})
