/** Skills that are only files: their tools over MCP, what waits for approval, and what an installation tells. */

import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder, writeFiles } from '../support/temporary.js'
import { eventually, isRunning } from '../workspace/file-workspace.js'
import { serverSkill } from '../workspace/small-server.js'
import { connectPiped, ERAS, textOf, toolNames } from './clients.js'

const TOOLS = `tools:
  - name: shout
    description: Says it loudly
    input: { type: object, properties: { word: { type: string } }, required: [word] }
    run: [node, scripts/shout.mjs]
    category: read
`
const SCRIPT = `let text = ''
process.stdin.on('data', (data) => { text += data })
process.stdin.on('end', () => console.log(JSON.stringify({ said: JSON.parse(text).word.toUpperCase() })))
`

const FILES = {
  'loud/SKILL.md': skillText('loud', 'Says things loudly'),
  'loud/tools.yaml': TOOLS,
  'loud/scripts/shout.mjs': SCRIPT,
}

async function open(files: Readonly<Record<string, string>> = FILES) {
  const workdir = temporaryFolder()
  const root = join(workdir, 'skills')
  mkdirSync(root)
  writeFiles(root, files)
  const home = temporaryFolder()
  const skills = await openManager({
    workdir,
    home,
    roots: [{ path: root, scope: 'personal' }],
    // The server writes down its starts where a sandbox would not let it.
    config: { sandbox: 'off' },
  })
  return { skills, root, workdir }
}

test.each(ERAS)('in the era of %s, the tools of an approved skill come, run and go', async (era) => {
  const { skills, workdir } = await open()
  await skills.approve('loud')
  const client = await connectPiped(era, { skillManager: skills, workdir })
  const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'loud' } })
  expect(activated.structuredContent).toMatchObject({ activated: true, tools: [{ name: 'shout' }] })
  expect(await toolNames(client)).toContain('shout')
  const result = await client.callTool({ name: 'shout', arguments: { word: 'hello' } })
  expect(result.structuredContent).toMatchObject({ said: 'HELLO' })
  const wrong = await client.callTool({ name: 'shout', arguments: { word: 1 } })
  expect(wrong).toMatchObject({ isError: true })
  await client.callTool({ name: 'deactivate_skill', arguments: {} })
  expect(await toolNames(client)).not.toContain('shout')
})

test('the tools of a skill that nobody approved wait, and the model is told for what', async () => {
  const { skills, workdir } = await open()
  const client = await connectPiped('2025', { skillManager: skills, workdir })
  const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'loud' } })
  expect(textOf(activated)).toContain('metier approve loud')
  expect(activated.structuredContent).toMatchObject({ activated: true, tools: [] })
  expect(await toolNames(client)).not.toContain('shout')
  const refused = await client.callTool({
    name: 'call_skill_tool',
    arguments: { tool: 'shout', arguments: { word: 'x' } },
  })
  expect(refused).toMatchObject({ isError: true })
})

test('static lists what approved skills would bring, and says whose it is', async () => {
  const { skills, workdir } = await open()
  await skills.approve('loud')
  const client = await connectPiped('2025', { skillManager: skills, workdir, delivery: 'static' })
  expect(await toolNames(client)).toContain('shout')
  const refused = await client.callTool({ name: 'shout', arguments: { word: 'x' } })
  expect(textOf(refused)).toContain("Activate skill 'loud' first")
})

test.each(ERAS)('in the era of %s, an installation tells how far it is, and the new skill is there', async (era) => {
  const { skills } = await open()
  const source = temporaryFolder({ 'fresh/SKILL.md': skillText('fresh', 'Something fresh') })
  const client = await connectPiped(era, { skillManager: skills }, { capabilities: { elicitation: { form: {} } } })
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { agree: true } }))
  const steps: string[] = []
  const result = await client.callTool(
    { name: 'skills', arguments: { action: 'install', skill: 'fresh', from: `local:${join(source, 'fresh')}` } },
    { onprogress: ({ message }) => void steps.push(message ?? '') },
  )
  expect(result.structuredContent).toMatchObject({ installed: true })
  expect(steps.some((step) => step.startsWith('commit'))).toBe(true)
  const listed = await client.callTool({ name: 'skills', arguments: { action: 'check', skill: 'fresh' } })
  expect(listed.structuredContent).toMatchObject({ eligible: true })
})

test.each(ERAS)('in the era of %s, an audit tells when it begins and ends', async (era) => {
  const { skills } = await open()
  const client = await connectPiped(era, { skillManager: skills })
  const steps: string[] = []
  const result = await client.callTool(
    { name: 'skills', arguments: { action: 'audit', skill: 'loud' } },
    { onprogress: ({ message }) => void steps.push(message ?? '') },
  )
  expect(result.structuredContent).toMatchObject({ name: 'loud', verdict: 'pass' })
  expect(steps).toEqual(['scan: Scanning loud', 'scan: Scanned loud'])
})

test.each(ERAS)('in the era of %s, a server of a skill starts after a yes and ends with the client', async (era) => {
  const files = Object.entries(serverSkill()).map(([path, text]) => [`served/${path}`, text] as const)
  const { skills, root, workdir } = await open({
    'served/SKILL.md': skillText('served', 'Brings a server'),
    ...Object.fromEntries(files),
  })
  await skills.approve('served')
  const client = await connectPiped(
    era,
    { skillManager: skills, workdir },
    { capabilities: { elicitation: { form: {} } } },
  )
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { agree: true } }
  })
  const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'served' } })
  expect(activated.isError).toBeUndefined()
  expect(asked[0]).toContain("Start server 'small' of skill 'served'")
  expect(await toolNames(client)).toContain('echo')
  const pids = () => readFileSync(join(root, 'starts.log'), 'utf8').trim().split('\n').map(Number)
  expect(pids().every(isRunning)).toBe(true)
  await client.close()
  await eventually(() => pids().every((pid) => !isRunning(pid)))
})
