/** Every rule is its own specification: it sees its positive examples, and leaves its negative ones alone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { RULES } from '../../src/gate/rules/list.js'
import { scanExample } from './support/scanning.js'

const RANK = { note: 0, warn: 1, block: 2 }
const folder = fileURLToPath(new URL('../../src/gate/rules', import.meta.url))

describe.each(RULES.map((rule) => [`${rule.id} ${rule.pattern}`, rule] as const))('%s', (_, rule) => {
  test.each(rule.examples.positive.map((example, at) => [at + 1, example] as const))(
    'sees its example %i',
    async (_at, example) => {
      const { findings } = await scanExample(example)
      expect(findings.map((finding) => finding.rule)).toContain(rule.id)
      const raised = findings.filter(({ severity, ruleSeverity = severity }) => RANK[severity] > RANK[ruleSeverity])
      for (const { message } of raised) expect(message).toContain(' (more severe: ')
    },
  )

  test.each(rule.examples.negative.map((example, at) => [at + 1, example] as const))(
    'leaves near miss %i alone',
    async (_at, example) => {
      const { findings } = await scanExample(example)
      const own = findings.filter((finding) => finding.rule === rule.id && finding.severity !== 'note')
      expect(own).toEqual([])
    },
  )

  test('says why, and what to write instead, and shows both sides', () => {
    expect(rule.id).toMatch(/^SK-(?:EX|RX|SD|RL|OB|PI|PS|PV|CA|SC|RA|ST|IO)\d{3}$/)
    expect(rule.pattern).toMatch(/^[a-z][a-z -]{3,60}$/)
    expect(rule.why.length).toBeGreaterThan(20)
    for (const tag of rule.tags ?? []) expect(tag).toMatch(/^(?:AST(?:0[1-9]|10)|CWE-[1-9]\d*|T\d{4}(?:\.\d{3})?)$/)
    expect(rule.fix.length).toBeGreaterThan(10)
    expect(rule.examples.positive.length).toBeGreaterThanOrEqual(2)
    expect(rule.examples.negative.length).toBeGreaterThanOrEqual(3)
  })
})

describe('the list of rules', () => {
  test('has every file of the folder, each id once', () => {
    const files = readdirSync(folder).filter((name) => name !== 'list.ts')
    const list = readFileSync(join(folder, 'list.ts'), 'utf8')
    for (const name of files) expect(list).toContain(`./${name.replace(/\.ts$/, '.js')}`)
    expect(RULES.length).toBe(files.length)
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length)
  })

  test('a rule that can raise its level says when it does', () => {
    const silent = RULES.filter(({ raisedWhen }) => raisedWhen === undefined).flatMap(({ id, severity }) => {
      const name =
        readdirSync(folder).find((file) => readFileSync(join(folder, file), 'utf8').includes(`'${id}'`)) ?? ''
      const text = readFileSync(join(folder, name), 'utf8').replace(/^ {2}severity: .*$/m, '')
      const higher = (['warn', 'block'] as const).filter((level) => RANK[level] > RANK[severity])
      return higher.some((level) => text.includes(`'${level}'`)) ? [name] : []
    })
    expect(silent).toEqual([])
  })
})
