// What every bundle that is published has in common.
import { PACKAGE } from './package.mjs'

/** Names stay and maps lead to the sources: a stack trace in a report is worth something. */
export const PUBLISHED = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  absWorkingDir: PACKAGE,
}
