import { expect, test } from 'vitest'
import { chooseCommit } from '../../../src/sources/git/git-refs.js'

const [MAIN, NEXT, TAG, DEEP] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
]
const PINNED = 'e'.repeat(40)
const REFS = new Map([
  ['HEAD', MAIN],
  ['refs/heads/main', MAIN],
  ['refs/heads/next', NEXT],
  ['refs/heads/feature/deep', DEEP],
  ['refs/tags/v1', NEXT],
  ['refs/tags/v1^{}', TAG],
  [`refs/heads/${PINNED}`, NEXT],
])

test.each<readonly [string, string | undefined, string | undefined, object]>([
  ['nothing is HEAD', undefined, 'pdf', { commit: MAIN, path: 'pdf' }],
  ['a branch', 'next', undefined, { commit: NEXT }],
  ['an annotated tag is the commit behind it', 'v1', undefined, { commit: TAG }],
  ['the beginning of a commit that is the only one', 'bbbbbbb', undefined, { commit: NEXT }],
  [
    'of a page, the branch takes what belongs to it',
    'feature',
    'deep/skills/pdf',
    { commit: DEEP, path: 'skills/pdf' },
  ],
  ['a whole commit, also where a branch is called so', PINNED, 'pdf', { commit: PINNED, path: 'pdf' }],
])('%s', (_, ref, path, chosen) => {
  expect(chooseCommit(REFS, ref, path, 'repo')).toMatchObject({ ok: true, value: chosen })
})

test.each(['none', '--upload-pack=x', 'bbbbbb'])('%j is refused with the branches there are', (ref) => {
  expect(chooseCommit(REFS, ref, undefined, 'repo')).toMatchObject({
    ok: false,
    failure: { code: 'source_unavailable', suggestions: [expect.stringContaining('main, next')] },
  })
})
