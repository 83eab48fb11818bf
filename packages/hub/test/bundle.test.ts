import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fingerprintFiles } from '../src/bundle/fingerprint.js'
import { findHandleProblem, findSlugProblem } from '../src/bundle/names.js'
import { isSemanticVersion, positionOf } from '../src/bundle/semantic-version.js'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('a fingerprint follows the order of ICU', () => {
  const contents = {
    'SKILL.md': 'hello\n',
    'README.md': 'r\n',
    'scripts/run.sh': 'echo 1\n',
    'references/a_b.md': 'a\n',
    'references/a-b.md': 'b\n',
    '_notes.txt': 'n\n',
    'assets/Zed.txt': 'z\n',
    'assets/alpha.txt': 'a\n',
  }
  const files = Object.entries(contents).map(([path, text]) => ({ path, sha256: sha256(text) }))
  expect(fingerprintFiles(files).toString('hex')).toBe(
    '48ffa9d397c37dcb5fd8f21be94847b074055586895b08bce3bcfb088618435c',
  )
  const main = files.filter(({ path }) => path === 'SKILL.md')
  expect(fingerprintFiles(main).toString('hex')).toBe(
    'b1898240c64e3b48ea233f11d3f047361dd93649a0cf01efed3b6ef0d8d47e68',
  )
  expect(fingerprintFiles([...main, { path: '.clawhub/origin.json', sha256: sha256('{}') }])).toEqual(
    fingerprintFiles(main),
  )
})

test('positions compare as semantic versions do', () => {
  const ascending = [
    '0.9.0',
    '1.0.0-1',
    '1.0.0-2',
    '1.0.0-10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-alpha-b',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.10',
    '1.2.0',
    '1.10.0',
    '10.0.0',
  ]
  const bytes = (version: string) => Buffer.from(positionOf(version))
  expect(ascending.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))).toEqual(ascending)
})

test.each(['1', '1.0', 'v1.0.0', '01.0.0', '1.0.0-', '1.0.0-01', '1.0.0 ', '', '1.0.0-a..b', '99999999999999999.0.0'])(
  "'%s' is not a semantic version",
  (text) => {
    expect(isSemanticVersion(text)).toBe(false)
  },
)

test.each(['a', 'A-b', '-a', 'a-', 'a--b', 'a b', 'a/b', '../x', 'admin', 'x'.repeat(65)])(
  "'%s' is no slug",
  (slug) => {
    expect(findSlugProblem(slug)).toBeTypeOf('string')
  },
)

test('a handle that is refused comes with the reason', () => {
  expect(findHandleProblem('bob-smith')).toBeUndefined()
  expect(findHandleProblem('Bob Smith')).toContain('use up to 40 lowercase letters')
  expect(findHandleProblem('api')).toContain('reserved')
})
