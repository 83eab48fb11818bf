/** Says at the end which tests were left out because a program is missing, and how to get it. */

import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { type OptionalProgram, PACKAGES } from './programs.js'

export class LeftOutReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lacking = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].flatMap((test) => neededBy(test) ?? []),
    )
    if (lacking.length > 0) process.stdout.write(`${describeLeftOut(lacking)}\n\n`)
  }
}

/** The program that a test needs, by its own options or by those of a suite around it. */
function neededBy(test: TestCase): OptionalProgram | undefined {
  let task: TestCase['parent'] | TestCase = test
  while (task.type !== 'module') {
    const { needs } = task.meta()
    if (needs !== undefined) return needs
    task = task.parent
  }
  return undefined
}

/** One sentence, with one entry for each test that was left out. */
export function describeLeftOut(lacking: readonly OptionalProgram[]): string {
  const programs = [...new Set(lacking)].sort()
  const packages = [...new Set(programs.map((program) => PACKAGES[program]))]
  const [tests, them] = lacking.length === 1 ? ['1 test was', 'it'] : [`${lacking.length} tests were`, 'them']
  const are = programs.length === 1 ? 'is' : 'are'
  const what = `${tests} left out because ${programs.join(' and ')} ${are} not installed`
  return `${what}; to run ${them}: apt-get install ${packages.join(' ')}`
}
