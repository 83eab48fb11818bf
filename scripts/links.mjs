// Checks every relative link and anchor of the Markdown pages: `node scripts/links.mjs`. Prints file:line and what is missing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkLinks } from './lib/docs/check-links.mjs'
import { repository } from './lib/run.mjs'

/** Not the example skills: they stand for skills that others wrote, and `metier validate` checks them. */
const PAGES = /^(?!examples\/skills\/|(?:.+\/)?(?:test|fixtures)\/).+\.md$/

const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
const all = execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).split('\0')
const problems = checkLinks(
  repository,
  all.filter((file) => PAGES.test(file) && existsSync(join(repository, file))),
)
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
