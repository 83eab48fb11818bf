import { expect, test } from 'vitest'
import { fail, succeed } from '../../../src/skill/failure.js'
import { shareCommits } from '../../../src/sources/git/shared-commits.js'
import type { GitObjects } from '../../../src/system/git/git.js'

function watchFetches() {
  const seen: string[] = []
  const objects = (): GitObjects => ({
    listTree: async () => succeed([]),
    readBlobs: async () => succeed(new Map()),
    close: () => void seen.push('close'),
  })
  const fetch = async () => {
    seen.push('fetch')
    return succeed(objects())
  }
  return { seen, fetch }
}

test('a commit is fetched once, and removed at the end', async () => {
  const { seen, fetch } = watchFetches()
  const commits = shareCommits()
  for (const _ of [1, 2]) expect(await commits.use('a', fetch, async () => succeed(1))).toEqual(succeed(1))
  expect(seen).toEqual(['fetch'])
  commits.close()
  expect(seen).toEqual(['fetch', 'close'])
})

test('a commit whose use failed or threw is removed at once, and fetched again', async () => {
  const { seen, fetch } = watchFetches()
  const commits = shareCommits()
  await commits.use('a', fetch, async () => fail('system_error', 'half of it'))
  await expect(commits.use('a', fetch, () => Promise.reject(new Error('aborted')))).rejects.toThrow('aborted')
  expect(seen).toEqual(['fetch', 'close', 'fetch', 'close'])
})
