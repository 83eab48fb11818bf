/** The law of `registry/fast`: the record that the full reader gives, or undefined. */
import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { skimRecord } from '../../../src/registry/fast/skim-record.js'
import { packText } from '../../../src/registry/record/kept-text.js'
import { readHead } from '../../../src/registry/record/read-record.js'
import { createRecordReader } from '../../../src/registry/record/record-reader.js'
import { readYaml } from '../../../src/system/yaml.js'
import { FRONTMATTER_EXAMPLES } from '../../skill/frontmatter-examples.js'
import { YAML_PIECES } from '../../skill/yaml-pieces.js'
import { isFull, runsOf } from '../../support/full.js'

const ROOT = { path: '/skills', scope: 'project', isExplicit: true } as const
const PLACE = { root: ROOT, directory: 'pdf', baseName: 'pdf', fileName: 'SKILL.md', isLinked: false }
const reader = createRecordReader(readYaml)

/** Whether the fast way was taken. The record that it gives must be the one that the full reader gives. */
function agrees(frontmatter: string): boolean {
  const packed = packText(frontmatter)
  const record = skimRecord(packed, PLACE, reader)
  if (record !== undefined) expect(record).toEqual(readHead(packed, PLACE, reader))
  return record !== undefined
}

const FIELDS = 'name: pdf\ndescription: Reads PDF files\n'
const USUAL = [
  FIELDS,
  `${FIELDS}version: 1.0\nhomepage: https://example.org/a#b\nlicense: "MIT"\nauthor: 'A. N. Other'\n`,
  `${FIELDS}tags:\n  - one\n  - "two: three"\nkeywords: [a, "b c", 'd']\nempty:\n`,
  'name: pdf\nversion: 2\ndescription: Reads PDF files\n',
  'name: pdf\ndescription: "Reads: PDF # files"\n',
  "name: pdf\ndescription: 'Reads: PDF files'\n",
  'name: pdf\ndescription: >-\n  Reads\n  PDF files\nversion: 1\n',
  'name: pdf\ndescription: |\n  Reads PDF files:\n\n    - all of them\n\nversion: 1\n',
  'name: pdf\ndescription: Liest PDF – für alle 🚀\n',
  'name: pdf\ndescription: 读取 PDF 文件\nauthor: 王\n',
  'name: PDF Reader 2.0\ndescription: Reads PDF files\n',
  'name: pdf-reader\ndescription: Reads PDF files\n',
  `${FIELDS}metadata: {"openclaw":{"emoji":"🔧","requires":{"bins":["git","jq"],"env":["A_KEY"]},"primaryEnv":"A_KEY"}}\n`,
  `${FIELDS}metadata: {"clawdbot":{"os":["darwin","linux"],"requires":{"anyBins":["a","a"]},"install":[{"id":"brew","kind":"brew","bins":["a"]}]}}\n`,
  `${FIELDS}metadata: {"openclaw":{"always":true,"skillKey":"x","config":{"requiredEnv":["B"]}}}\n`,
  `${FIELDS}metadata: {"openclaw":{"requires":{"bins":["git"],"skills":["other"],"os":"darwin"}}}\n`,
  `${FIELDS}metadata: {"openclaw":{"requires":{"bins":["größe"]}}}\n`,
  `${FIELDS}metadata: { "openclaw": { "requires": { "bins": ["git"] } } }\n`,
  `${FIELDS}metadata: {"moltbot":{"emoji":"🔧","homepage":"https://example.org","os":["linux"],"requires":{"env":["A_KEY","A_KEY"]}}}\n`,
  `${FIELDS}metadata: {"clawdis":{"requires":{"bins":[]},"os":[],"install":[]}}\n`,
  `${FIELDS}metadata:\n  openclaw:\n    emoji: 🔧\n    requires:\n      bins:\n        - git\n        - 7\n      env: [A_KEY, "B_KEY"]\n    os: [linux]\n`,
  `${FIELDS}metadata:\n  author: somebody\n  version: "1.0"\n`,
]

describe('the fast way', () => {
  test.each(USUAL)('is taken, and is right, for %j', (frontmatter) => {
    expect(agrees(frontmatter)).toBe(true)
  })

  test.each(USUAL)('is taken with carriage returns too: %j', (frontmatter) => {
    expect(agrees(frontmatter.replaceAll('\n', '\r\n'))).toBe(true)
  })

  test.each([
    ['a field twice', `${FIELDS}version: 1\nversion: 2\n`],
    ['a second name', `${FIELDS}name: other\n`],
    ['a second name below others', `${FIELDS}version: 1\nname: other\n`],
    ['metadata twice', `${FIELDS}metadata: {"a":"b"}\nmetadata: {"a":"b"}\n`],
    ['a colon in the description', 'name: pdf\ndescription: Use when: reading\n'],
    ['a comment', 'name: pdf\ndescription: Reads # PDF files\n'],
    ['a text over several lines', `${FIELDS}license: all rights\n  reserved\n`],
    ['a name that is no text', 'name: null\ndescription: Reads PDF files\n'],
    ['a name that is a number', 'name: 1e3\ndescription: Reads PDF files\n'],
    ['a description that is no text', 'name: pdf\ndescription: true\n'],
    ['a name that is not safe', 'name: a..b\ndescription: Reads PDF files\n'],
    ['a description that is too long', `name: pdf\ndescription: ${'x'.repeat(1025)}\n`],
    ['requirements at the top', `${FIELDS}requires: [git]\n`],
    ['a key twice in JSON', `${FIELDS}metadata: {"openclaw":{"requires":{"bins":["a"],"bins":["b"]}}}\n`],
    ['systems before and after', `${FIELDS}metadata: {"openclaw":{"os":["linux"],"requires":{},"os":["darwin"]}}\n`],
    ['a control character in JSON', `${FIELDS}metadata: {"openclaw":{"emoji":"\u0001","requires":{"bins":["a"]}}}\n`],
    ['a key twice in an install entry', `${FIELDS}metadata: {"openclaw":{"install":[{"id":"a","id":"b"}]}}\n`],
    ['a key that is not ours', `${FIELDS}metadata: {"openclaw":{"__proto__":{"requires":{}}}}\n`],
    ['JSON nested too deep', `${FIELDS}metadata: {"a":${'['.repeat(40)}${']'.repeat(40)}}\n`],
    ['a key twice below metadata', `${FIELDS}metadata:\n  a: b\n  a: c\n`],
    ['lines out of step', `${FIELDS}metadata:\n  a:\n      b: c\n    d: e\n`],
    ['a list below a text', `${FIELDS}metadata:\n  a: b\n    - c\n`],
    ['a switch', `${FIELDS}user-invocable: false\n`],
    ['white space of Unicode around the description', 'name: pdf\ndescription: "\u3000Reads PDF files"\n'],
    ['a tab', `${FIELDS}license:\tMIT\n`],
  ])('is not taken for %s', (_, frontmatter) => {
    expect(agrees(frontmatter)).toBe(false)
  })

  test('gives one object for equal requirements, however they are written', () => {
    const json = skimRecord(`${FIELDS}metadata: {"openclaw":{"requires":{"bins":["git"]}}}\n`, PLACE, reader)
    const nested = skimRecord(`${FIELDS}metadata:\n  openclaw:\n    requires:\n      bins: [git]\n`, PLACE, reader)
    expect(json?.requirements.bins).toEqual(['git'])
    expect(nested?.requirements).toBe(json?.requirements)
  })

  test('reads requirements in JSON once for all skills that share them', () => {
    const counting = createRecordReader(readYaml)
    const skim = (emoji: string) =>
      skimRecord(`${FIELDS}metadata: {"openclaw":{"emoji":"${emoji}","requires":{"bins":["git"]}}}\n`, PLACE, counting)
    const first = skim('a')
    const size = counting.requirements.size
    expect(skim('b')?.requirements).toBe(first?.requirements)
    expect(counting.requirements.size).toBe(size)
  })
})

const WORDS = ['!t ', '\u0085', '\u2028metadata: {}', '..', 'always']
const LINES = [
  'name: x\n',
  'version: 1\n',
  'requires: x\n',
  'metadata: {}\n',
  'user-invocable: no\n',
  '  - a\n',
  '    b: c\n',
]
const edit = fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', 'x', ...YAML_PIECES, ...WORDS, ...LINES))

function applyEdit(text: string, [place, span, piece]: readonly [number, number, string]): string {
  const at = place % (text.length + 1)
  return text.slice(0, at) + piece + text.slice(at + span)
}

test.each([
  ['\u00a0', 'a blank of two bytes'],
  ['\u3000', 'a blank of three bytes'],
  ['\ufeff', 'a byte order mark'],
  ['\f', 'a form feed'],
  ['\v', 'a vertical tab'],
  ['\u0085', 'a next line'],
  ['\u2028', 'a line separator'],
  ['\0', 'a zero'],
])('%j at the end or the beginning of a description, %o', (blank) => {
  for (const value of [
    `Reads${blank}`,
    `${blank}Reads`,
    `"Reads${blank}"`,
    `'${blank}Reads'`,
    `>-\n  Reads${blank}`,
    `|\n  ${blank}Reads`,
  ])
    agrees(`name: pdf\ndescription: ${value}\n`)
})

test('the fast way agrees with the full reader on edited frontmatters, whenever it is taken', () => {
  let taken = 0
  const example = fc.oneof(
    { arbitrary: fc.constantFrom(...USUAL), weight: 4 },
    fc.constantFrom(...FRONTMATTER_EXAMPLES),
  )
  fc.assert(
    fc.property(example, fc.array(edit, { minLength: 1, maxLength: 2 }), (text, edits) => {
      const edited = edits.reduce(applyEdit, text)
      const whole = edited.endsWith('\n') ? edited : `${edited}\n`
      // Texts come out of UTF-8: an edit that splits a character makes none.
      if (Buffer.from(whole).toString() === whole && agrees(whole)) taken++
    }),
    runsOf(6_000),
  )
  expect(taken).toBeGreaterThan(isFull ? 500 : 50)
})
