// Runs one case in this process and prints its figures: started by lib/turns.mjs, a process a measurement.
//   node --expose-gc bench/case.mjs NAME PARAMETERS_AS_JSON
import { writeSync } from 'node:fs'

const PROGRAMS = {
  catalogue: () => import('./cases/catalogue.mjs'),
  command: () => import('./cases/command.mjs'),
  'command-memory': () => import('./cases/command-memory.mjs'),
  content: () => import('./cases/content.mjs'),
  'dashboard-page': () => import('./cases/dashboard-page.mjs'),
  dependencies: () => import('./cases/dependencies.mjs'),
  discover: () => import('./cases/discover.mjs'),
  edit: () => import('./cases/edit.mjs'),
  eligibility: () => import('./cases/eligibility.mjs'),
  floor: () => import('./cases/floor.mjs'),
  frontmatter: () => import('./cases/frontmatter.mjs'),
  gap: () => import('./cases/gap.mjs'),
  hint: () => import('./cases/hint.mjs'),
  idle: () => import('./cases/idle.mjs'),
  import: () => import('./cases/import.mjs'),
  install: () => import('./cases/install.mjs'),
  load: () => import('./cases/load.mjs'),
  'mcp-list': () => import('./cases/mcp-list.mjs'),
  'mcp-start': () => import('./cases/mcp-start.mjs'),
  tools: () => import('./cases/tools.mjs'),
  publish: () => import('./cases/publish.mjs'),
  prime: () => import('./cases/prime.mjs'),
  reload: () => import('./cases/reload.mjs'),
  sandbox: () => import('./cases/sandbox.mjs'),
  search: () => import('./cases/search.mjs'),
  'serve-start': () => import('./cases/serve-start.mjs'),
  watch: () => import('./cases/watch.mjs'),
  workspace: () => import('./cases/workspace.mjs'),
}

const [name, parameters = '{}'] = process.argv.slice(2)
const { measure } = await PROGRAMS[name]()
const figures = await measure(JSON.parse(parameters))
writeSync(1, `\n@@${JSON.stringify(figures)}\n`)
process.exit(0)
