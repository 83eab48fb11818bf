import type { Option } from './command.js'

/** Options that every command takes. */
export const GLOBAL_OPTIONS: readonly Option[] = [
  { name: 'json', kind: 'flag', summary: 'print one JSON document instead of text' },
  {
    name: 'workdir',
    kind: 'text',
    value: 'DIR',
    completes: 'folders',
    summary: 'act as if started in DIR',
  },
  {
    name: 'root',
    kind: 'texts',
    value: 'DIR',
    completes: 'folders',
    summary: 'look for skills in DIR only; may be repeated, the first one wins',
  },
  { name: 'config', kind: 'text', value: 'FILE', completes: 'files', summary: 'the user configuration to use' },
  { name: 'no-color', kind: 'flag', summary: 'print without colour' },
  { name: 'help', short: 'h', kind: 'flag', summary: 'show this help' },
  { name: 'version', short: 'V', kind: 'flag', summary: 'print the version' },
]
