// An agent whose skills are written in TypeScript, in the host's own code.
//   node examples/agents/typescript-skills.ts "Convert 20 miles, then tell me what is due today"
import { createWorkspaceTools, defineSkill, defineTool, VirtualWorkspace } from 'metier/workspace'
import { chat, readQuestion } from './chat.mjs'

const KILOMETRES_PER_MILE = 1.609344

const units = defineSkill({
  name: 'units',
  displayName: 'Units',
  description: 'Converts lengths between miles and kilometres',
  version: '1.0.0',
  workDirection: 'Convert with the tool, never by yourself. Give the result with one decimal.',
  tools: [
    defineTool({
      toolName: 'convert_length',
      desc: 'Converts a length',
      version: '1.0.0',
      paramsSchema: {
        type: 'object',
        properties: { value: { type: 'number' }, to: { enum: ['miles', 'kilometres'] } },
        required: ['value', 'to'],
        additionalProperties: false,
      },
      execute: ({ value, to }: { value: number; to: 'miles' | 'kilometres' }) =>
        to === 'kilometres' ? value * KILOMETRES_PER_MILE : value / KILOMETRES_PER_MILE,
    }),
  ],
})

const open = new Set(['water the plants', 'send the report'])

const tasks = defineSkill({
  name: 'tasks',
  displayName: 'Tasks',
  description: "Shows and completes the user's tasks",
  capabilities: ['Show open tasks', 'Mark tasks as done'],
  workDirection: 'Show the tasks before you complete any.',
  tools: [
    defineTool({
      toolName: 'show_tasks',
      desc: 'Every open task',
      paramsSchema: { type: 'object', additionalProperties: false },
      execute: () => [...open],
    }),
    defineTool({
      toolName: 'complete_task',
      desc: 'Marks a task as done',
      category: 'write',
      paramsSchema: { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] },
      execute: ({ task }: { task: string }) => {
        if (!open.delete(task)) throw new Error(`No task '${task}'. Open tasks: ${[...open].join(', ')}`)
        return `Done: ${task}`
      },
    }),
  ],
})

const workspace = new VirtualWorkspace({
  skills: [units, tasks],
  mode: 'multi',
  policy: { allow: ['complete_task'] },
})

console.log(await chat(readQuestion('What are my open tasks?'), createWorkspaceTools(workspace)))
