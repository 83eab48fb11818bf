import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { type SarifResult, toSarif } from '../../../src/cli/reports/sarif.js'

const base = join(import.meta.dirname, 'work')
const rule = { id: 'odd', summary: 'something is odd', level: 'warning' } as const
const result = {
  rule: 'odd',
  level: 'warning',
  message: 'it is',
  file: join(base, 'a.md'),
  line: 3,
  column: 2,
} as const

function resultOf(more: Partial<SarifResult>): unknown {
  const { runs } = toSarif([rule], [{ ...result, ...more }], base) as {
    readonly runs: readonly [{ readonly results: readonly unknown[] }]
  }
  return runs[0].results[0]
}

test('what nobody knows is left out, not empty', () => {
  expect(toSarif([rule], [result], base)).toMatchObject({
    version: '2.1.0',
    runs: [{ originalUriBaseIds: { WORKDIR: { uri: `${pathToFileURL(base).href}/` } } }],
  })
  expect(resultOf({})).toEqual({
    ruleId: 'odd',
    ruleIndex: 0,
    level: 'warning',
    message: { text: 'it is' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a.md', uriBaseId: 'WORKDIR' },
          region: { startLine: 3, startColumn: 2 },
        },
      },
    ],
  })
})

test('a place outside the working folder is named in full', () => {
  const file = join(base, '..', 'other', 'b.md')
  expect(resultOf({ file })).toMatchObject({
    locations: [{ physicalLocation: { artifactLocation: { uri: pathToFileURL(file).href } } }],
  })
})

test('no two related places are equal, as the format demands', () => {
  const place = { file: result.file, line: 1, message: 'read here' }
  const { relatedLocations } = resultOf({ related: [place, place] }) as { readonly relatedLocations: readonly object[] }
  expect(relatedLocations).toHaveLength(2)
  expect(new Set(relatedLocations.map((each) => JSON.stringify(each))).size).toBe(2)
})

test('every reason for accepting a result is its justification', () => {
  expect(resultOf({ acceptedFor: ['looked at it'] })).toMatchObject({
    suppressions: [{ kind: 'external', status: 'accepted', justification: 'looked at it' }],
  })
  expect(resultOf({ acceptedFor: [] })).toMatchObject({ suppressions: [] })
})
