import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseSkill } from '../../src/manager/content/parse-skill.js'
import { DIAGNOSTICS, type DiagnosticCode, levelBroken } from '../../src/skill/diagnostic.js'

/** Codes that no text alone can cause; the tests of the registry and the manager cause them. */
const BEYOND_THE_TEXT: readonly DiagnosticCode[] = [
  'file_unreadable',
  'file_not_regular',
  'file_too_large',
  'encoding_invalid',
  'link_leaves_skill',
  'link_broken',
  'main_file_ambiguous',
  'main_file_stray',
  'resource_unreadable',
  'tools_invalid',
  'tool_script_missing',
  'tool_outside_skill',
  'tool_program_missing',
  'tool_script_unstartable',
  'root_missing',
  'root_unreadable',
  'directory_unreadable',
  'directory_link_refused',
  'link_leaves_project',
  'file_system_refused',
  'link_cycle',
  'walk_too_deep',
  'walk_too_large',
  'skill_nested',
  'skill_shadowed',
  'provider_failed',
  'provider_empty',
  'provided_skill_refused',
  'index_damaged',
  'index_unwritable',
  'config_unreadable',
  'config_malformed',
  'config_invalid',
  'config_unknown_key',
  'config_widening_ignored',
]

interface Section {
  readonly code: string
  readonly severity: string | undefined
  readonly breaks: string | undefined
  /** Where the example lies, if it is a SKILL.md. */
  readonly file: string | undefined
  readonly example: string
  readonly advice: string | undefined
}

const page = readFileSync(fileURLToPath(new URL('../../../../docs/reference/diagnostics.md', import.meta.url)), 'utf8')
const sections = readSections(page)
const codes = Object.keys(DIAGNOSTICS) as DiagnosticCode[]

describe('the page of diagnostics', () => {
  test('explains every code once, and no other', () => {
    expect(sections.map(({ code }) => code).sort()).toEqual([...codes].sort())
  })

  test.each(codes)('gives the severity and the level of %s', (code) => {
    const section = sections.find((candidate) => candidate.code === code)
    expect(section?.severity).toBe(DIAGNOSTICS[code].severity)
    expect(section?.breaks).toBe(levelBroken(code))
    expect(section?.example).not.toBe('')
    expect(section?.advice).not.toBe(undefined)
  })

  test('has a whole SKILL.md for every code that a text alone can cause', () => {
    const withoutFile = sections.filter(({ file }) => file === undefined).map(({ code }) => code)
    expect(withoutFile.sort()).toEqual([...BEYOND_THE_TEXT].sort())
  })

  test.each(sections.filter(({ file }) => file !== undefined))('the example of $code causes it', (section) => {
    const [directory, fileName] = (section.file ?? '').split('/')
    const document = parseSkill(expand(section.example), {
      directory: directory!,
      fileName: fileName!,
      hasFile: () => false,
    })
    expect(document.diagnostics.map(({ code }) => code)).toContain(section.code)
  })
})

function readSections(text: string): readonly Section[] {
  return text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [, code = ''] = /^`(\w+)`\n/.exec(part) ?? []
      const [, severity, breaks] = /^`(error|warning|notice)`(?:, breaks \*(safe|conformant)\*)?\. /m.exec(part) ?? []
      const [, file, example = ''] = /^```\w+(?: (\S+))?\n([\s\S]*?)^```$/m.exec(part) ?? []
      const [, advice] = /^\*\*Fix:\*\* (.+)/m.exec(part) ?? []
      return { code, severity, breaks, file, example, advice }
    })
}

/** `⟦a × 65⟧` and `⟦U+FEFF⟧`, as the page explains them; `↵` ends a line inside of the first. */
function expand(text: string): string {
  return text
    .replace(/⟦(.+) × (\d+)⟧/g, (_, part: string, count: string) => part.replace('↵', '\n').repeat(Number(count)))
    .replace(/⟦U\+([0-9A-F]+)⟧/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}
