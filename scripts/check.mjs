// `npm run check`: everything that can be said about the code without running all of its tests.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, packageFolders, readManifest } from './lib/built.mjs'
import { npm, run, runSteps, tool } from './lib/run.mjs'

const steps = [
  { name: 'format and lint (biome)', run: () => run([...tool('@biomejs/biome', 'biome'), ...biome()]) },
  { name: 'types (tsc)', run: () => checkTypes('tsconfig.json') },
  { name: 'types of the pages (tsc)', run: () => checkTypes('web/tsconfig.json') },
  { name: 'unused code (knip)', run: () => run([...tool('knip'), '--no-progress', '--no-config-hints']) },
  { name: 'voice', run: () => run([process.execPath, 'scripts/voice.mjs']) },
  { name: 'links of the pages', run: () => run([process.execPath, 'scripts/links.mjs']) },
  { name: 'architecture', run: () => run([...tool('vitest'), 'run', 'packages/metier/test/architecture.test.ts']) },
  { name: 'build', run: ensureBuilt },
  { name: 'published package (publint, attw)', run: checkPackages },
  { name: 'changesets', run: changesets, soft: true },
]

if (!(await runSteps(steps))) process.exitCode = 1

function checkTypes(project) {
  return run([...tool('typescript', 'tsc'), '-p', project, '--pretty', 'false'])
}

function biome() {
  return ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']
}

/** Judges what a user would get: the packed archive, not the folder. */
async function checkPackages() {
  const folder = await mkdtemp(join(tmpdir(), 'metier-pack-'))
  try {
    for (const source of await packageFolders()) {
      if ((await readManifest(source)).private) continue
      const packed = await run([...npm(), 'pack', '--silent', '--pack-destination', folder], { cwd: source })
      if (!packed.ok) return packed
    }
    for (const archive of await readdir(folder)) {
      const outcome = await checkArchive(join(folder, archive))
      if (!outcome.ok) return outcome
    }
    return { ok: true, output: '' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkArchive(archive) {
  const resolved = await run([...tool('publint'), 'run', '--strict', archive])
  if (!resolved.ok) return resolved
  // Both sides of node16, and bundlers. The package is ESM for Node 20.19 and later, where `require` of ESM works, so that its
  // types are those of ESM from CommonJS too; the resolution of Node 10 is not promised.
  const typed = ['--profile', 'node16', '--ignore-rules', 'cjs-resolves-to-esm', '--no-definitely-typed']
  return run([
    ...tool('@arethetypeswrong/cli', 'attw'),
    archive,
    ...typed,
    '--no-color',
    '--no-emoji',
    '--format',
    'ascii',
  ])
}

/** Whether what changed since the main branch is described; only a release needs it, so it is said and no more. */
async function changesets() {
  const outcome = await run([...tool('@changesets/cli', 'changeset'), 'status'])
  return outcome.ok ? outcome : { ...outcome, note: 'describe what users will notice with `npm run changeset`' }
}
