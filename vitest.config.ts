import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    globalSetup: ['packages/metier/test/support/build-scanner.ts'],
    pool: 'forks',
    testTimeout: 30_000,
  },
})
