/** The tools that every library is driven with: those of Metier over a real skill, and a door that comes and goes. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SkillManager } from 'metier'
import { type AgentTool, createActivateSkillTool, createSkillsTool, type OfferableTool } from 'metier/tools'
import { call, type Turn } from './conversation.js'

export interface Door {
  readonly tools: readonly (AgentTool | OfferableTool)[]
  /** `walk_through` is there only while the door is open. */
  isActive(name: string): boolean
  /** The signals that calls of `open_door` came with. */
  readonly signals: readonly (AbortSignal | undefined)[]
  remove(): Promise<void>
}

const SKILL = '---\nname: greeter\ndescription: Greets people by name\n---\n\nSay hello to $ARGUMENTS.\n'

export async function makeDoor(): Promise<Door> {
  const folder = await mkdtemp(join(tmpdir(), 'metier-door-'))
  await mkdir(join(folder, 'skills/greeter'), { recursive: true })
  await writeFile(join(folder, 'skills/greeter/SKILL.md'), SKILL)
  const roots = [{ path: join(folder, 'skills'), scope: 'project' as const }]
  const skillManager = await SkillManager.open({ workdir: folder, home: folder, roots, index: false })
  const signals: (AbortSignal | undefined)[] = []
  let isOpen = false
  const turn = (name: string, opens: boolean) =>
    tool(name, (_, signal) => {
      signals.push(signal)
      isOpen = opens
      return `The door is ${opens ? 'open' : 'shut'}.`
    })
  return {
    tools: [
      createSkillsTool({ skillManager }),
      createActivateSkillTool({ skillManager }),
      turn('open_door', true),
      turn('shut_door', false),
      tool('walk_through', () => 'You are outside.'),
      tool('stumble', () => {
        throw new Error('You fell')
      }),
    ],
    isActive: (name) => name !== 'walk_through' || isOpen,
    signals,
    remove: async () => {
      await skillManager.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function tool(name: string, act: (input: unknown, signal: AbortSignal | undefined) => string): AgentTool {
  return {
    definition: {
      name,
      description: `Does ${name}`,
      inputSchema: { type: 'object', properties: { how: { type: 'string' } } },
    },
    call: async (input, options) => {
      const text = act(input, options?.signal)
      return { text, isError: false, data: { text } }
    },
  }
}

/** Without `walk_through`, and with it. */
export const SHUT = ['skills', 'activate_skill', 'open_door', 'shut_door', 'stumble']
export const OPEN = ['skills', 'activate_skill', 'open_door', 'shut_door', 'walk_through', 'stumble']

/** A whole conversation: the catalogue, an activation, a tool that appears, is used, goes, refuses, and what fails. */
export const SCRIPT: readonly Turn[] = [
  call('skills', { action: 'list' }),
  call('activate_skill', { name: 'greeter', arguments: 'Ada' }),
  call('open_door', {}),
  call('walk_through', { how: 'slowly' }),
  call('shut_door', ''),
  call('walk_through', { how: 'slowly' }),
  call('stumble', {}),
  call('skills', { action: 'dance' }),
  { text: 'Done.' },
]

/** What the model sees of it, beside the tools. */
export const ANSWERS: readonly (string | RegExp)[] = [
  /^\{"count":1,"skills":\[\{"name":"greeter"/,
  /^<skill_content name="greeter">[\s\S]*Say hello to Ada\.[\s\S]*<\/skill_content>$/,
  'The door is open.',
  'You are outside.',
  'The door is shut.',
  JSON.stringify({ error: "Tool 'walk_through' is not active" }),
  JSON.stringify({ error: "Tool 'stumble' failed: You fell" }),
  JSON.stringify({ error: 'unknown action: dance' }),
]
/** Which of the answers are errors. */
export const FAILURES = [false, false, false, false, false, true, true, true]
