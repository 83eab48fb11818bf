import { describe, expect, test } from 'vitest'
import { parseSkill } from '../../src/index.js'
import { openRoot } from '../support/managing.js'
import { expectAsRecorded, named } from './comparison.js'
import { INSTALLS, type InstallCase, SWITCHES, VALUES } from './openclaw-cases.js'

describe('values', () => {
  test.each(named(VALUES))('%s', (_, comparison) => {
    const { frontmatter, frontmatterText, name, description } = parseSkill(comparison.text)
    const fields: Readonly<Record<string, unknown>> = { ...frontmatter, name, description }
    const asked = frontmatterText === '' ? Object.keys(frontmatter) : Object.keys(comparison.theirs)
    expectAsRecorded(comparison, Object.fromEntries(asked.map((key) => [key, fields[key]])))
  })
})

describe('switches', () => {
  test.each(named(SWITCHES))('%s', (_, comparison) => {
    const text = `---\nname: lamp\ndescription: Dims the light\n${comparison.fields}---\nTurn it.\n`
    const { userInvocable, modelInvocable } = parseSkill(text).traits
    expectAsRecorded(comparison, { userInvocable, disableModelInvocation: !modelInvocable })
  })
})

/** The words of a command before what it installs, as the kind of the entry. */
const KINDS: Readonly<Record<string, string>> = {
  'brew install': 'brew',
  'npm install -g': 'node',
  'go install': 'go',
  'uv tool install': 'uv',
}

/** The commands that are offered for a missing program, and the downloads, which are shown without a command. */
async function offerInstalls({ entry }: InstallCase): Promise<readonly string[]> {
  const metadata = JSON.stringify({ openclaw: { requires: { bins: ['no-such-program'] }, install: [entry] } })
  const text = `---\nname: lamp\ndescription: Dims the light\nmetadata: ${metadata}\n---\nTurn it.\n`
  const { skills } = await openRoot({ 'lamp/SKILL.md': text })
  const lamp = skills.registry.all.get('lamp')
  const commands = lamp?.fixes.map((command) => {
    const [words = ''] = Object.keys(KINDS).filter((start) => command.startsWith(`${start} `))
    return `${KINDS[words]} ${command.slice(words.length + 1).replace(/^'(.*)'$/, '$1')}`
  })
  const downloads = lamp?.install.filter(({ kind }) => kind === 'download').map(({ url }) => `download ${url}`)
  return [...(commands ?? []), ...(downloads ?? [])]
}

describe('ways to install', () => {
  test.each(named(INSTALLS))('%s', async (_, comparison) => {
    expectAsRecorded(comparison, await offerInstalls(comparison))
  })
})

test('every case of theirs is here', () => {
  // One of their cases has five safe installs, another has a list and a mapping: separate cases here.
  expect([VALUES.length, SWITCHES.length, INSTALLS.length]).toEqual([8 + 1, 2, 5 + 4])
})
