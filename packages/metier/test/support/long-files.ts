/** Test files that run in `npm run ci:full` and `.ci/run` only: each takes seconds, and most of them wait. */
export const LONG_FILES = [
  'cli/completion.test.ts',
  'contracts/as-a-host/compiles.test.ts',
  'gate/fuzz.test.ts',
  'guides/programs.test.ts',
  'manager/watch-limits.test.ts',
  'skill/parse-growth.test.ts',
  'store/links/crash.test.ts',
  'system/lock/advisory-lock.test.ts',
]
