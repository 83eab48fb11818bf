// The long forms of the audit's fuzzers: nesting in every grammar, and where the corpus is there, every sample in disguise.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository, run, runSteps, tool } from '../lib/run.mjs'

const ROUNDS = '400'
const shared = process.env.METIER_SHARED ?? join(repository, '../shared')

const steps = [
  {
    name: `${ROUNDS} nestings in four places`,
    run: () =>
      run([...tool('vitest'), 'run', 'packages/metier/test/gate/nesting.test.ts'], {
        env: { ...process.env, METIER_FUZZ_ROUNDS: ROUNDS },
      }),
  },
]
if (existsSync(join(shared, 'corpus/security-dev.tar.gz')))
  steps.push({
    name: 'every sample of the corpus in disguise',
    run: () => run([process.execPath, join(repository, 'evals/audit.mjs'), '--disguise', '--misses']),
  })

if (!(await runSteps(steps))) process.exitCode = 1
