import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { entryFiles } from '../entry-files.mjs'

export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  resolve: { alias: entryFiles() },
  test: { include: ['*.test.ts'], pool: 'forks' },
})
