// What the page shows: a section for each suite that a reader may ask about, and what is drawn of its tables.
// A plot takes one bar from each row (`value` names the column), or from each of `columns` in the last row. Without `table`,
// each table whose head has the column is drawn.

export const SECTIONS = [
  {
    suite: 'discovery',
    title: 'Discovery',
    text: 'Find, parse, validate and assess every skill below a root, as the first call in a new process. The floor is a loop of the system calls that no discovery can avoid: list the directories, then `stat` each file, read its head, or read all of it.',
    plots: [{ value: 'cold ms', unit: 'ms' }],
  },
  {
    suite: 'peers',
    title: 'Discovery next to other loaders',
    text: 'The same directory, in the same run. Each loader does what it does for its own users, which is more for some and less for others.',
    plots: [{ value: 'cold ms', unit: 'ms' }],
  },
  {
    suite: 'start',
    title: 'Warm start',
    text: 'A start from the persistent index when nothing has changed. Metier still looks at every file.',
    plots: [{ value: 'initialize ms', other: 'cold ms', unit: 'ms' }],
  },
  {
    suite: 'reload',
    title: 'Reload',
    text: 'One file changes: a watcher reports it, or a reload looks for it.',
    plots: [{ value: 'later ms', unit: 'ms' }],
  },
  {
    suite: 'load',
    title: 'Loading a skill',
    text: 'Read one skill for a model, next to reading and decoding the same file.',
    plots: [{ columns: ['ours ms', 'plain ms'], row: 'one skill', unit: 'ms' }],
  },
  {
    suite: 'search',
    title: 'Search',
    text: 'A query over an index in memory.',
    plots: [{ value: /^(?:dense )?p50 µs$/, unit: 'µs' }],
  },
  {
    suite: 'kept-search',
    title: 'Search from the command line',
    text: '`metier search` from its start to its end, with a kept index.',
    plots: [{ value: 'ms', unit: 'ms' }],
  },
  {
    suite: 'workspace',
    title: 'Activation and calls',
    text: 'Switch from one skill to another with all of its tools, and call a tool through availability, parameters and permission. A bare call awaits the function itself.',
    plots: [{ columns: ['switch', 'call', 'bare call'], unit: 'µs' }],
  },
  {
    suite: 'sandbox',
    title: 'Sandboxed call',
    text: 'Call a script of a skill that does nothing, without and with the sandbox, next to bubblewrap started by hand.',
    plots: [{ columns: ['bare', 'sandboxed', 'bubblewrap alone'], unit: 'ms' }],
  },
  {
    suite: 'audit',
    title: 'Audit',
    text: '`metier audit` scans every file of every skill. The second time, it takes the reports of files that did not change.',
    plots: [{ value: 'ms', unit: 'ms' }],
  },
  {
    suite: 'install',
    title: 'Install',
    text: 'Install a skill of 500 files, with scan, journal and lockfile, next to copying the same files with `fsync`.',
    plots: [{ value: 'ms', unit: 'ms' }],
  },
  {
    suite: 'cli',
    title: 'Start-up of the command line',
    text: 'From the start of the process to its end, next to a program that is an empty file.',
    plots: [{ value: 'ms', unit: 'ms' }],
  },
  {
    suite: 'import',
    title: 'Import of the library',
    text: '`import "metier"` in a new process.',
    plots: [{ value: 'ms', unit: 'ms' }],
  },
  {
    suite: 'mcp',
    title: 'Start-up of the MCP server',
    text: 'From the start of the process to the answer to `initialize`, next to an empty server on the same SDK.',
    plots: [{ table: 0, value: 'ms', unit: 'ms' }],
  },
  {
    suite: 'memory',
    title: 'Memory',
    text: 'The peak of a process that discovers skills and keeps them, next to an idle Node.',
    plots: [{ value: 'peak MB', unit: 'MB' }],
  },
  {
    suite: 'dashboard',
    title: 'The page',
    text: 'The page of `metier serve` in a real browser, next to an empty page of the same server.',
    plots: [{ value: 'ms', unit: 'ms' }],
  },
  { suite: 'hub', title: 'The hub', text: 'The team server.', plots: [{ value: 'ms', unit: 'ms' }] },
]
