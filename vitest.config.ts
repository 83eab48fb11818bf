import { defineConfig } from 'vitest/config'
import { LeftOutReporter } from './packages/metier/test/support/left-out.js'
import { LONG_FILES } from './packages/metier/test/support/long-files.js'

/** Folders whose tests only hand values to functions, or undo what they do to the process: they share one process a core. */
const SHARING = [
  ...[
    'skill',
    'eligibility',
    'gate',
    'agents',
    'sources',
    'registry',
    'contracts',
    'manager',
    'workspace',
    'tools',
    'adapters',
  ].map((folder) => `packages/metier/test/${folder}/**/*.test.ts`),
  'web/test/**/*.test.ts',
]

const ALL = ['packages/*/test/**/*.test.ts', 'web/test/**/*.test.ts']

/** Files that take long as a whole run with the long tests: see LONG_FILES. */
const LEFT_OUT = process.env.METIER_TEST_FULL === '1' ? [] : LONG_FILES.map((file) => `packages/metier/test/${file}`)

const COMMON = { pool: 'forks', testTimeout: 30_000, unstubEnvs: true } as const

export default defineConfig({
  test: {
    include: ALL,
    reporters: ['default', new LeftOutReporter()],
    globalSetup: ['packages/metier/test/support/build-programs.ts'],
    // The default leaves one core idle.
    maxWorkers: '100%',
    projects: [
      { test: { ...COMMON, name: 'stages', include: SHARING, exclude: LEFT_OUT, isolate: false } },
      // The ends of the program start processes, listen, and change the variables: a process for each file.
      { test: { ...COMMON, name: 'ends', include: ALL, exclude: [...SHARING, ...LEFT_OUT] } },
    ],
  },
})
