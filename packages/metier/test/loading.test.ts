/** What is loaded before it is needed: neither the library nor `metier list` opens the way to a source. */

import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { FROM_SOURCE } from './support/bundling.js'

const ENTRIES = ['src/index.ts', 'src/cli/main.ts', 'src/cli/commands/list/command.ts', 'src/manager/skill-writer.ts']
let inputs: Metafile['inputs'] = {}

beforeAll(async () => {
  const { metafile } = await build({
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    entryPoints: ENTRIES,
    outdir: 'out',
    ...FROM_SOURCE,
    metafile: true,
    write: false,
  })
  inputs = metafile.inputs
}, 60_000)

test('sources, http, git and the operations of the store are told apart from the rest', () => {
  const loaded = loadedBy('src/manager/skill-writer.ts')
  expect(loaded).toEqual(
    expect.arrayContaining(['src/sources/clawhub.ts', 'src/store/install.ts', 'src/system/http/http.ts']),
  )
})

test.each(ENTRIES.slice(0, 3))('%s loads none of them', (entry) => {
  const heavy = /^src\/(?:sources\/|system\/(?:http|git)|store\/(?!store-folder\.ts)|gate\/(?:archive|rules)\/)/
  expect(loadedBy(entry).filter((file) => heavy.test(file))).toEqual([])
})

test.each(ENTRIES.slice(0, 3))('%s loads no package and no module that reaches out', (entry) => {
  const reaching = /^(?!node:)|^node:(?:https?|net|tls|dns|child_process|zlib|crypto)\b/
  expect(
    loadedBy(entry)
      .flatMap(outsideOf)
      .filter((name) => reaching.test(name)),
  ).toEqual([])
})

/** The files that come with an entry, without those behind an `import()`. */
function loadedBy(entry: string, known = new Set<string>()): readonly string[] {
  if (known.has(entry)) return []
  known.add(entry)
  const next = (inputs[entry]?.imports ?? []).filter(({ kind, external }) => kind === 'import-statement' && !external)
  for (const { path } of next) loadedBy(path, known)
  return [...known]
}

function outsideOf(file: string): readonly string[] {
  const imports = inputs[file]?.imports ?? []
  return imports.filter(({ kind, external }) => kind === 'import-statement' && external).map(({ path }) => path)
}
