import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic, DiagnosticCode, SkillManager } from '../../src/index.js'
import { openManager } from '../support/managing.js'
import { temporaryFolder, writeFiles } from '../support/temporary.js'
import { expectAsRecorded, named } from './comparison.js'
import { type Fault, READINGS, type ReaderCase, VERDICTS } from './skills-ref-cases.js'

/** Our codes in words that fit both programs. */
const FAULTS: Partial<Record<DiagnosticCode, Fault>> = {
  root_missing: 'no such folder',
  root_unreadable: 'not a folder',
  main_file_spelling: 'main file spelling',
  frontmatter_missing: 'no frontmatter',
  frontmatter_unclosed: 'frontmatter not closed',
  frontmatter_malformed: 'not YAML',
  frontmatter_repaired: 'not YAML',
  frontmatter_not_mapping: 'not a mapping',
  name_missing: 'no name',
  name_characters: 'name form',
  name_too_long: 'name length',
  name_mismatch: 'name differs from folder',
  description_missing: 'no description',
  description_unavailable: 'no description',
  description_too_long: 'description length',
  compatibility_too_long: 'compatibility length',
  field_unknown: 'unknown field',
}

/** Their parser stops at a frontmatter that it cannot read; our diagnostics for the fields have no counterpart then. */
function faultsIn(diagnostics: readonly Diagnostic[]): readonly Fault[] {
  const structural = diagnostics.filter(({ code }) => code.startsWith('frontmatter_'))
  const counted = structural.length > 0 ? structural.slice(0, 1) : diagnostics
  const faults = counted.filter(({ severity }) => severity !== 'notice').flatMap(({ code }) => FAULTS[code] ?? [])
  // A registry looks for skills and demands none, so an empty one without a diagnostic is its only sign.
  return diagnostics.length === 0 ? ['no main file'] : [...new Set(faults)].sort()
}

function verdictOf({ registry }: SkillManager) {
  return registry.all.size === 1 ? 'valid' : faultsIn(registry.diagnostics)
}

describe('verdicts of the validator, against strict mode', () => {
  test.each(named(VERDICTS))('%s', async (_, comparison) => {
    const path = join(temporaryFolder(comparison.files), comparison.path)
    const skills = await openManager({ roots: [{ path }], strict: true })
    expectAsRecorded(comparison, verdictOf(skills))
  })
})

async function read({ files, isLenient, theirs, ours }: ReaderCase): Promise<ReaderCase['theirs']> {
  const path = join(temporaryFolder(), 'herbarium')
  writeFiles(path, { './': '', ...files })
  const manager = await openManager({ roots: [{ path }], strict: isLenient === undefined })
  const [known] = manager.getSkills()
  const skill = known && (await manager.loadSkill(known.name))
  if (!skill) return faultsIn(manager.registry.diagnostics)
  const everything: Readonly<Record<string, unknown>> = {
    ...skill.frontmatter,
    body: skill.body.trim(),
    mainFile: basename(skill.path),
  }
  const asked = Object.keys(Array.isArray(theirs) ? (ours?.says ?? {}) : theirs)
  return Object.fromEntries(asked.map((key) => [key, everything[key]]))
}

describe('fields and files that the parser reads', () => {
  test.each(named(READINGS))('%s', async (_, comparison) => {
    expectAsRecorded(comparison, await read(comparison))
  })
})

test('every case of theirs is here', () => {
  expect([VERDICTS.length, READINGS.length]).toEqual([21, 15])
})
