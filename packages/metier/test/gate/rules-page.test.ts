/** The rules page is generated from the rules. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Example, Rule } from '../../src/gate/rule.js'
import { RULES } from '../../src/gate/rules/list.js'

const page = fileURLToPath(new URL('../../../../docs/reference/rules.md', import.meta.url))

/** `METIER_UPDATE_DOCS=1` writes it. */
test('docs/reference/rules.md says what the rules say', () => {
  const text = composePage()
  if (process.env.METIER_UPDATE_DOCS === '1') writeFileSync(page, text)
  expect(readFileSync(page, 'utf8')).toBe(text)
})

const FAMILIES: Readonly<Record<string, string>> = {
  EX: 'Exfiltration',
  RX: 'Remote and dynamic execution',
  SD: 'Staged downloads',
  RL: 'Run on load',
  OB: 'Obfuscation',
  PI: 'Prompt injection',
  PS: 'Persistence',
  PV: 'Privileges and controls',
  CA: 'Credentials',
  SC: 'Supply chain',
  RA: 'Resources and destruction',
  ST: 'Structure',
  IO: 'Known indicators',
}

function composePage(): string {
  const sections = Object.entries(FAMILIES).map(([family, title]) => {
    const rules = RULES.filter(({ id }) => id.startsWith(`SK-${family}`))
    return [`## ${title}`, ...rules.map(composeRule)].join('\n\n')
  })
  return `${[INTRODUCTION, composeTable(), ...sections].join('\n\n')}\n`
}

const INTRODUCTION = `# Audit rules

<!-- Generated from packages/metier/src/gate/rules by test/gate/rules-page.test.ts; METIER_UPDATE_DOCS=1 writes it. -->

Each rule is one file in \`packages/metier/src/gate/rules\`, with its examples, which the tests run. An id is never reused, renamed or
renumbered. The level is the default: context can raise or lower it, and the finding then names the usual level (\`ruleSeverity\` in JSON). Run
\`metier audit --explain SK-EX001\` to see a rule in the terminal. "See also" lists its name in the OWASP Agentic Skills Top 10
(\`AST\`), CWE and MITRE ATT&CK (\`T\`). [Auditing skills](../guides/auditing.md) explains how levels are decided and what the scan
does not see.`

function composeTable(): string {
  const rows = RULES.map(({ id, pattern, severity }) => `| [${id}](#${id.toLowerCase()}) | ${pattern} | ${severity} |`)
  return ['| Rule | Pattern | Level |', '|---|---|---|', ...rows].join('\n')
}

function composeRule({ id, pattern, severity, raisedWhen, tags = [], why, fix, examples }: Rule): string {
  return [
    `### ${id}`,
    `**${pattern}** (${severity}). ${why}`,
    ...(raisedWhen === undefined ? [] : [`More severe if ${raisedWhen}.`]),
    `Fix: ${fix}`,
    ...(tags.length === 0 ? [] : [`See also: ${tags.join(', ')}`]),
    `Flagged:\n\n${composeExample(examples.positive[0])}`,
    `Not flagged:\n\n${composeExample(examples.negative[0])}`,
  ].join('\n\n')
}

function composeExample(example: Example | undefined): string {
  const files = typeof example === 'string' ? { 'SKILL.md': example } : (example ?? {})
  const blocks = Object.entries(files).map(([path, content]) => `${path}\n${show(content).trimEnd()}`)
  return `~~~~text\n${blocks.join('\n\n')}\n~~~~`
}

/** Names invisible characters, so that the page hides nothing. */
function show(content: string | readonly number[] | { readonly link: string }): string {
  if (typeof content !== 'string') return 'link' in content ? `→ ${content.link}` : `(${content.length} bytes)`
  if (content.length > 20_000) return `(${content.length} characters)`
  return content.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu, (character) => {
    return `<U+${character.codePointAt(0)?.toString(16).toUpperCase()}>`
  })
}
