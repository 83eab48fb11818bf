import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { entryFiles } from '../entry-files.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const isNewest = process.env.METIER_COMPAT === 'newest'

export default defineConfig({
  root: here,
  plugins: isNewest ? [fromNewest()] : [],
  resolve: { alias: entryFiles() },
  test: {
    include: ['*.test.ts'],
    setupFiles: ['support/loopback-only.mjs'],
    env: { MASTRA_TELEMETRY_DISABLED: '1', OPENAI_AGENTS_DISABLE_TRACING: '1' },
    pool: 'forks',
    testTimeout: 60_000,
  },
})

/** What a test imports by a package's name is looked for in `newest` first. */
function fromNewest(): Plugin {
  const anchor = join(here, 'newest/package.json')
  return {
    name: 'from-newest',
    enforce: 'pre',
    resolveId(name, importer) {
      const isPackage = /^[@a-z]/.test(name) && !name.startsWith('metier') && !name.startsWith('node:')
      const folder = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
      if (!isPackage || !importer?.startsWith(here) || !existsSync(join(here, 'newest/node_modules', folder))) return
      return this.resolve(name, anchor, { skipSelf: true })
    },
  }
}
