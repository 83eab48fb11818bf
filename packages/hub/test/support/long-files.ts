/** Test files and folders below this one that run in `npm run ci:full` and `.ci/run` only: they wait for processes and browsers, or try much. */
export const HUB_LONG_FILES = [
  'browser/',
  'processes/',
  'commands.test.ts',
  'concurrent.test.ts',
  'device-login.test.ts',
  'export.test.ts',
  'fuzz.test.ts',
  'secrecy.test.ts',
  'settings.test.ts',
  'visibility-model.test.ts',
  'visibility.test.ts',
]
