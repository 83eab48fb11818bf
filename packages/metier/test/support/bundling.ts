/** How esbuild turns our sources into programs for tests; packages stay where they are installed. */
export const FROM_SOURCE = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  logLevel: 'error',
} as const
