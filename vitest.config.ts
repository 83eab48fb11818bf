import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { HUB_LONG_FILES } from './packages/hub/test/support/long-files.js'
import { LeftOutReporter } from './packages/metier/test/support/left-out.js'
import { LONG_FILES } from './packages/metier/test/support/long-files.js'

const IS_FULL = process.env.METIER_TEST_FULL === '1'

/** Files that take long as a whole run with the long tests: see LONG_FILES. */
const LEFT_OUT = IS_FULL
  ? []
  : [
      ...LONG_FILES.map((file) => `packages/metier/test/${file}`),
      ...HUB_LONG_FILES.map((file) => `packages/hub/test/${file.endsWith('/') ? `${file}**` : file}`),
    ]

/** The hub imports `metier` by its name; its tests run against the sources. */
const SOURCES = ['gate', 'mcp'].map((entry) => ({
  find: `metier/${entry}`,
  replacement: fileURLToPath(new URL(`packages/metier/src/${entry}.ts`, import.meta.url)),
}))

export default defineConfig({
  resolve: { alias: SOURCES },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'web/test/**/*.test.ts'],
    exclude: LEFT_OUT,
    reporters: ['default', new LeftOutReporter()],
    globalSetup: ['packages/metier/test/support/build-programs.ts'],
    // The default leaves one core idle.
    maxWorkers: '100%',
    pool: 'forks',
    // One process a core for all files: loading the sources for each file would take a third of the time. A test undoes what it
    // does to its process. Long tests kill what they share, such as the process that scans.
    isolate: IS_FULL,
    testTimeout: 30_000,
    unstubEnvs: true,
  },
})
