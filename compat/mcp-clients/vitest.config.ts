import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** The clients start the built command line, as their users do. */
export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  test: {
    include: ['*.test.ts'],
    setupFiles: ['../adapters/support/loopback-only.mjs'],
    env: { MASTRA_TELEMETRY_DISABLED: '1', OPENAI_AGENTS_DISABLE_TRACING: '1' },
    pool: 'forks',
    testTimeout: 60_000,
  },
})
