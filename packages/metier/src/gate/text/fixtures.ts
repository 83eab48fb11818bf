/** Recognizes tests and fixtures, which quote what they test; files that the skill runs or refers to do not count. */

import { type Caller, type Calls, nameOf } from './calls.js'
import { languageOfName } from './languages.js'

const FIXTURE = /(?:^|\/)(?:tests?|__tests__|fixtures?|spec|evals?|samples?|testdata)\//
/** Commands that run a directory of tests without naming its files. */
const RUNS_FOLDER =
  /\b(?:pytest|unittest|nose2|vitest|jest|mocha|bats|rspec|npm (?:run )?test|npm t|make (?:test|check)|(?:go|cargo|deno|bun|node --) ?test)\b|(?:\b(?:sh|bash|zsh|python3?|node|source|find|xargs|cd|in|glob|rglob|readdir|listdir)\b|\*)[^\n]{0,80}\b(?:tests?|__tests__|fixtures?|spec|evals?)\b/
const WORD = /[\w-]{1,100}/g

/** Words in any file, which may run a fixture, and words in documents, which may refer to one. */
interface Named {
  readonly byAnyone: Set<string>
  readonly byDocuments: Set<string>
}

/**
 * The fixtures that nothing in the skill runs or refers to. A script that names a text file, or a text that names data,
 * only reads it.
 */
export function findQuotedFixtures(callers: readonly Caller[], calls: Calls): ReadonlySet<string> {
  const isFixture = ({ path }: Caller) => FIXTURE.test(path) && !calls.has(path)
  let fixtures = callers.filter(isFixture)
  let waiting = fixtures.length === 0 ? [] : callers.filter((caller) => !isFixture(caller))
  const named: Named = { byAnyone: new Set(), byDocuments: new Set() }
  while (waiting.length > 0) {
    for (const caller of waiting) noteWords(caller, named)
    const runsFolder = waiting.some(({ text }) => RUNS_FOLDER.test(text))
    const isUsed = ({ path }: Caller) => (isCode(path) && runsFolder) || isNamed(path, named)
    // A used file may use others.
    waiting = fixtures.filter(isUsed)
    fixtures = fixtures.filter((fixture) => !isUsed(fixture))
  }
  return new Set(fixtures.map(({ path }) => path))
}

function noteWords({ path, text }: Caller, { byAnyone, byDocuments }: Named): void {
  const isDocument = !isCode(path)
  for (const [word] of text.matchAll(WORD)) {
    byAnyone.add(word)
    if (isDocument) byDocuments.add(word)
  }
}

function isNamed(path: string, { byAnyone, byDocuments }: Named): boolean {
  const stem = nameOf(path).replace(/\.[\w.]{1,20}$/, '')
  if (isCode(path)) return byAnyone.has(stem)
  return languageOfName(path) === 'prose' && byDocuments.has(stem)
}

function isCode(path: string): boolean {
  const language = languageOfName(path)
  return language !== undefined && language !== 'prose' && language !== 'data'
}
