/** What a scan needs is bounded by its limits, not by the skill: 50 MB in 2,000 files fit into a small heap. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../../../../evals/lib/audit-memory.mjs')

test('a skill of 50 MB is scanned with a heap of 192 MB, and what is not understood of it counts as unread', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=192', PROGRAM])
  expect(JSON.parse(stdout)).toMatchObject({ files: 2000, megabytes: 50, coverage: { unread: 333 } })
}, 120_000)
