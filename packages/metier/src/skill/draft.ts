/** The files of a new skill: conformant from the start, with placeholders that say what to write. */

import { toYamlText } from './fix/yaml-text.js'
import { PLACEHOLDER_STEPS, PLACEHOLDER_TOOL } from './placeholder.js'

export interface Draft {
  /** Must be conformant. */
  readonly name: string
  readonly description: string
  readonly license?: string | undefined
  readonly hasScripts: boolean
  readonly hasReferences: boolean
  readonly hasTools: boolean
  readonly hasEvals: boolean
}

export interface DraftFile {
  readonly path: string
  readonly text: string
  readonly isProgram?: boolean
}

/** All files of a new skill, SKILL.md first. */
export function draftSkill(draft: Draft): readonly DraftFile[] {
  // A tool needs something to run.
  const hasScripts = draft.hasScripts || draft.hasTools
  return [
    { path: 'SKILL.md', text: composeMainFile({ ...draft, hasScripts }) },
    ...(hasScripts ? [{ path: 'scripts/example.mjs', text: SCRIPT, isProgram: true }] : []),
    ...(draft.hasReferences ? [{ path: 'references/details.md', text: composeReference(draft) }] : []),
    ...(draft.hasTools ? [{ path: 'tools.yaml', text: composeTools(draft) }] : []),
    ...(draft.hasEvals ? composeEvals(draft) : []),
  ]
}

function composeMainFile({ name, description, license, hasScripts, hasReferences, hasTools }: Draft): string {
  const sections = [
    `# ${toTitle(name)}`,
    `## Steps\n\n${PLACEHOLDER_STEPS.map((step, index) => `${index + 1}. ${step}`).join('\n')}`,
    ...(hasScripts && !hasTools
      ? ['## Scripts\n\n`node scripts/example.mjs` reads JSON from standard input and writes JSON to standard output.']
      : []),
    ...(hasTools ? [`## Tools\n\nThe tool \`${toToolName(name)}\` is available while this skill is active.`] : []),
    ...(hasReferences
      ? ['## More\n\nSee [the details](references/details.md) if you need more than these steps.']
      : []),
  ]
  const fields = [
    `name: ${toYamlText(name)}`,
    `description: ${toYamlText(description)}`,
    ...(license === undefined ? [] : [`license: ${toYamlText(license)}`]),
    'metadata:\n  version: "1.0.0"',
  ]
  return `---\n${fields.join('\n')}\n---\n\n${sections.join('\n\n')}\n`
}

const SCRIPT = `#!/usr/bin/env node
// Reads JSON from standard input and writes JSON to standard output.
let text = ''
for await (const part of process.stdin) text += part
const input = text.trim() === '' ? {} : JSON.parse(text)
process.stdout.write(\`\${JSON.stringify({ received: input })}\\n\`)
`

function composeReference({ name }: Draft): string {
  return `# Details of ${name}\n\nPut occasional details here to keep SKILL.md short.\n`
}

function composeTools({ name }: Draft): string {
  return `# Tools that are available while the skill is active. \`run\` is a program and its arguments, never a shell command.
tools:
  - name: ${toToolName(name)}
    description: ${PLACEHOLDER_TOOL}
    input:
      type: object
      properties:
        text: { type: string }
      required: [text]
    run: [node, scripts/example.mjs]
    timeout: 30
    category: read
`
}

/** Queries as people would ask. A copy of the description would always be found. */
function composeEvals({ name }: Draft): readonly DraftFile[] {
  const topic = name.replaceAll('-', ' ')
  const evals = {
    skill_name: name,
    evals: [
      {
        id: 1,
        prompt: `I need help with ${topic}`,
        expected_output: 'Describe a good answer',
        files: [],
        assertions: [],
      },
    ],
  }
  const triggers = [
    { query: `Help me with ${topic}`, should_trigger: true },
    { query: 'What will the weather be in Lisbon tomorrow?', should_trigger: false },
  ]
  return [
    { path: 'evals/evals.json', text: `${JSON.stringify(evals, null, 2)}\n` },
    { path: 'evals/triggers.json', text: `${JSON.stringify(triggers, null, 2)}\n` },
  ]
}

function toTitle(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Model providers accept letters, digits and underscores; some do not accept a leading digit. */
export function toToolName(name: string): string {
  return `${/^[0-9]/.test(name) ? 'run_' : ''}${name.replaceAll('-', '_')}`
}
