/** The texts of a new skill: conformant as they stand, and saying what to write where. */

import { toYamlText } from './fix/yaml-text.js'

export interface Draft {
  /** Conformant. */
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

/** What stands in for a description until somebody writes one. */
export function placeholderDescription(name: string): string {
  return `Say what ${name} does, and when to use it.`
}

/** Every file of a new skill, its SKILL.md first. */
export function draftSkill(draft: Draft): readonly DraftFile[] {
  // A tool has to run something.
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
    '## Steps\n\n1. Say what to look at first.\n2. Say what to do, and how to tell that it worked.\n3. Say what to answer.',
    ...(hasScripts && !hasTools
      ? ['## Scripts\n\n`node scripts/example.mjs` reads JSON from its standard input and answers with JSON.']
      : []),
    ...(hasTools ? [`## Tools\n\nWhile this skill is active, the tool \`${toToolName(name)}\` is there.`] : []),
    ...(hasReferences ? ['## More\n\nSee [the details](references/details.md) when the steps are not enough.'] : []),
  ]
  const fields = [
    `name: ${toYamlText(name)}`,
    `description: ${toYamlText(description)}`,
    ...(license === undefined ? [] : [`license: ${toYamlText(license)}`]),
  ]
  return `---\n${fields.join('\n')}\n---\n\n${sections.join('\n\n')}\n`
}

const SCRIPT = `#!/usr/bin/env node
// Reads its input as JSON from standard input and answers with JSON.
let text = ''
for await (const part of process.stdin) text += part
const input = text.trim() === '' ? {} : JSON.parse(text)
process.stdout.write(\`\${JSON.stringify({ received: input })}\\n\`)
`

function composeReference({ name }: Draft): string {
  return `# Details of ${name}\n\nWhat is needed now and then stands here, so that SKILL.md stays short.\n`
}

function composeTools({ name }: Draft): string {
  return `# Tools that are there while the skill is active. \`run\` is a program with its words, never a shell line.
tools:
  - name: ${toToolName(name)}
    description: Say what it does and what it answers
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

function composeEvals({ name, description }: Draft): readonly DraftFile[] {
  const evals = {
    skill_name: name,
    evals: [{ id: 1, prompt: description, expected_output: 'Say what a good answer has', files: [], assertions: [] }],
  }
  const triggers = [
    { query: description, should_trigger: true },
    { query: 'Which weather will Lisbon have tomorrow?', should_trigger: false },
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

/** Model providers take letters, digits and underscores; a digit may not come first with some of them. */
function toToolName(name: string): string {
  return `${/^[0-9]/.test(name) ? 'run_' : ''}${name.replaceAll('-', '_')}`
}
