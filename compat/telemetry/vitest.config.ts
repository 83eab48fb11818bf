import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Metier is the built package in node_modules here, so that it finds the API where a host has it.
export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  test: { include: ['*.test.ts'], pool: 'forks', testTimeout: 30_000 },
})
