// Hands Metier's schema to real schema libraries, and their schemas to Metier, at several versions of each. What is missing
// is installed first.
import { join } from 'node:path'
import { installPackages } from '../lib/install.mjs'
import { repository, run, runSteps, tool } from '../lib/run.mjs'

const folder = join(repository, 'compat/schemas')
const config = join(folder, 'vitest.config.ts')

const steps = [
  { name: 'schemas: libraries', run: () => installPackages(folder) },
  { name: 'schemas: types', run: () => run([...tool('typescript', 'tsc'), '-p', folder, '--pretty', 'false']) },
  { name: 'schemas: converted both ways', run: () => run([...tool('vitest'), 'run', '--config', config]) },
]

if (!(await runSteps(steps))) process.exitCode = 1
