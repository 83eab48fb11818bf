/** Test files and folders below this one that run in `npm run ci:full` and `.ci/run` only: they wait for processes and browsers. */
export const HUB_LONG_FILES = ['browser/', 'processes/', 'commands.test.ts']
