import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildGitRepository } from '../../src/publish/site/git-repository.js'

const folder = mkdtempSync(join(tmpdir(), 'metier-repository-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (path: string, text: string, isExecutable = false) => ({ path, bytes: Buffer.from(text), isExecutable })
// Git sorts `a` as a directory after `a.md`, and `a-b` before both.
const FILES = [file('a/x.sh', 'echo\n', true), file('a.md', 'A'), file('a-b/é.md', 'B'), file('z/y/x', '')]

test('git clones what was put into it', () => {
  for (const { path, bytes } of buildGitRepository('r.git', FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  git('-C', 'r.git', 'fsck', '--strict')
  git('clone', '-q', 'r.git', 'clone')
  for (const { path, bytes } of FILES) expect(readFileSync(join(folder, 'clone', path))).toEqual(bytes)
  expect(statSync(join(folder, 'clone/a/x.sh')).mode & 0o111).not.toBe(0)
})
