// Drives `metier serve` and `metier mcp` with the MCP clients of agent libraries, at their newest versions, with a Node that
// runs those. The libraries, and the built package, are installed and built first if they are missing.
import { join } from 'node:path'
import { installPackages } from '../lib/install.mjs'
import { npm, repository, run, runSteps, tool } from '../lib/run.mjs'

const folder = join(repository, 'compat/mcp-clients')

const steps = [
  {
    name: 'MCP clients: build',
    run: () => run([...npm(), 'run', 'build'], { cwd: join(repository, 'packages/metier') }),
  },
  { name: 'MCP clients: libraries', run: () => installPackages(folder) },
  { name: 'MCP clients: types', run: () => run([...tool('typescript', 'tsc'), '-p', folder, '--pretty', 'false']) },
  { name: 'MCP clients: driven', run: drive },
]

if (!(await runSteps(steps))) process.exitCode = 1

function drive() {
  const [, ...vitest] = tool('vitest')
  const node = join(folder, 'node_modules/node/bin/node')
  return run([node, ...vitest, 'run', '--config', join(folder, 'vitest.config.ts')])
}
