import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    globalSetup: ['packages/metier/test/support/build-programs.ts'],
    // Each file has a process of its own: tests may change its variables, user and working directory.
    pool: 'forks',
    // The default leaves one core idle.
    maxWorkers: '100%',
    testTimeout: 30_000,
  },
})
