// Checks every relative link and anchor of the Markdown pages, as a code host follows them: `node scripts/links.mjs [FILE…]`.
// Prints file:line and what is missing. Addresses of other sites are not visited.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { findAnchors, findLinks } from './lib/docs/markdown.mjs'
import { repository } from './lib/run.mjs'

const CHECKED =
  /^(?:[^/]+\.md|(?:docs|examples\/(?!skills)[^/]*|compat|bench|evals|packages\/[^/]+|web|site)\/(?:.+\/)?[^/]+\.md)$/

const named = process.argv.slice(2)
const files = (named.length > 0 ? named : listFiles()).map((file) => file.replaceAll('\\', '/'))
const anchors = new Map()
const problems = files.flatMap(review)
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1

function listFiles() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const all = execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).split('\0')
  return all.filter((file) => CHECKED.test(file) && existsSync(join(repository, file)))
}

function review(file) {
  const text = readFileSync(join(repository, file), 'utf8')
  return findLinks(text).flatMap(({ target, offset }) => {
    const problem = judge(file, target)
    return problem === undefined ? [] : [`${file}:${text.slice(0, offset).split('\n').length}: ${target}: ${problem}`]
  })
}

/** Why a link leads nowhere; undefined if it does not. */
function judge(file, target) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  if (path.startsWith('/')) return 'use a relative path'
  const found = path === '' ? file : posix.join(posix.dirname(file), decodeURI(path))
  if (found.startsWith('..')) return 'outside of the repository'
  if (!existsSync(join(repository, found))) return 'no such file'
  if (anchor === undefined) return undefined
  if (!found.endsWith('.md'))
    return statSync(join(repository, found)).isDirectory() ? 'an anchor of a directory' : undefined
  return anchorsOf(found).has(decodeURIComponent(anchor)) ? undefined : 'no such heading'
}

function anchorsOf(file) {
  if (!anchors.has(file)) anchors.set(file, findAnchors(readFileSync(join(repository, file), 'utf8')))
  return anchors.get(file)
}
