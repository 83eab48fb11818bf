/** What an editor shows of the public API: a sentence for every export, every option explained, examples that compile. */

import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type PublicExport, readEntries, readPublicExports } from './support/public-exports.js'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const all = readPublicExports()

test('there is something to look at', () => {
  expect(all.length).toBeGreaterThan(100)
  expect(all.filter(hasExample).length).toBeGreaterThan(25)
})

test('every export has a sentence', () => {
  const isSentence = (comment: string) => /^[A-Z`][\s\S]*\.$/.test((comment.split('@example')[0] ?? '').trim())
  expect(all.filter(({ comment }) => !isSentence(comment)).map(nameOf)).toEqual([])
})

test('no comment speaks in requirement numbers', () => {
  expect(all.filter(({ comment }) => /\b[WNGCV]-\d/.test(comment)).map(nameOf)).toEqual([])
})

test('every option is explained', () => {
  const options = all.filter(({ name }) => /(?:Options|Definition|Limits)$/.test(name) || name === 'Tool')
  const bare = options.flatMap(({ name, bareMembers }) => bareMembers.map((member) => `${name}.${member}`))
  expect(bare.filter((member) => !MODELS_VIEW.has(member))).toEqual([])
})

/** A definition's own fields are what their names say. */
const MODELS_VIEW = new Set(['ToolDefinition.name', 'ToolDefinition.description', 'ToolDefinition.inputSchema'])

test('every function and class has an example', () => {
  const callable = all.filter(({ kind }) => kind === 'function' || kind === 'class')
  expect(callable.filter((one) => !hasExample(one)).map(nameOf)).toEqual([])
})

test('every example compiles', async () => {
  // Below node_modules, so that packages are found from there.
  const folder = join(repository, `node_modules/.cache/metier-examples-${process.pid}`)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  const paths = Object.fromEntries([...readEntries()].map(([entry, file]) => [entry, [file]]))
  const compilerOptions = { noEmit: true, types: ['node'], paths, target: 'es2024', lib: ['es2024'] }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(repository, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }),
  )
  for (const one of all.filter(hasExample)) writeFileSync(join(folder, `${nameOf(one)}.ts`), exampleOf(one))
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const checking = promisify(execFile)(process.execPath, [compiler, '-p', folder, '--pretty', 'false'])
  const { stdout } = await checking.catch((failure: { readonly stdout: string }) => failure)
  expect(stdout).toBe('')
}, 120_000)

function nameOf({ entry, name }: PublicExport): string {
  return `${entry.replace('/', '-')}.${name}`
}

function hasExample({ comment }: PublicExport): boolean {
  return comment.includes('@example')
}

/** Short examples leave out the import of what they are about. */
function exampleOf({ entry, name, comment }: PublicExport): string {
  const [, text = ''] = comment.split('@example\n')
  return /^import /m.test(text) ? text : `import { ${name} } from '${entry}'\n${text}`
}
