// Holds the voice of STYLE.md: no translated-sounding phrases in what people read. Checks string literals (messages, help, prompts) and
// JSDoc of packages/*/src and web/src, and the Markdown pages. Prints file:line, the phrase and what to write instead.
//   node scripts/voice.mjs [FILE…]
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { repository } from './lib/run.mjs'
import { passagesOf } from './lib/voice/passages.mjs'
import { proveCheck } from './lib/voice/prove.mjs'
import { findBanned } from './lib/voice/words.mjs'

const READ_BY_PEOPLE =
  /^(?:[^/]+\.md|(?:docs|examples)\/.+\.md|web\/(?:README\.md|src\/.+\.tsx?)|packages\/[^/]+\/(?:README\.md|src\/.+\.ts))$/

/** Words of texts that are read, not words of ours. */
const VOCABULARY = /\/gate\/facts\/intent\/words\//

proveCheck()
const named = process.argv.slice(2).map((file) => relative(repository, resolve(file)))
const files = named.length > 0 ? named : listFiles()
const lines = files.flatMap(review).map(describe)
for (const line of lines) console.log(line)
if (lines.length > 0) process.exitCode = 1

function listFiles() {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const all = execFileSync('git', list, { cwd: repository, encoding: 'utf8' }).split('\0')
  return all.filter((file) => READ_BY_PEOPLE.test(file) && !VOCABULARY.test(file) && existsSync(join(repository, file)))
}

function review(path) {
  const file = path.replaceAll('\\', '/')
  const source = readFileSync(join(repository, file), 'utf8')
  return passagesOf(file, source).flatMap(({ text, offset }) =>
    findBanned(text).map(({ index, ...found }) => ({ file, line: lineAt(source, offset + index), ...found })),
  )
}

function describe({ file, line, phrase, instead }) {
  return `${file}:${line}: '${phrase}' (write: ${instead})`
}

function lineAt(source, offset) {
  return source.slice(0, offset).split('\n').length
}
