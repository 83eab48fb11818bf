import type { Option } from './command.js'

/** The options of every command. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: 'json', kind: 'flag', summary: 'Print one JSON document instead of text' },
  {
    name: 'workdir',
    kind: 'text',
    value: 'DIR',
    completes: 'folders',
    summary: 'Run as if started in DIR',
  },
  {
    name: 'root',
    kind: 'texts',
    value: 'DIR',
    completes: 'folders',
    summary: 'Only look for skills in DIR (repeatable; earlier ones win)',
  },
  { name: 'config', kind: 'text', value: 'FILE', completes: 'files', summary: 'Use FILE as the user configuration' },
  { name: 'no-color', kind: 'flag', summary: 'Print without color' },
  { name: 'help', short: 'h', kind: 'flag', summary: 'Show this help' },
  { name: 'version', short: 'V', alsoShort: 'v', kind: 'flag', summary: 'Print the version' },
]
