import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest looks for it
export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 30_000,
  },
})
