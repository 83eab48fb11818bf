/** What changes nothing for an agent or an interpreter never makes a verdict milder. `ci:full` does the same to a whole corpus. */

import { describe, expect, test } from 'vitest'
import type { BundleFile } from '../../src/gate/bundle.js'
import { RULES } from '../../src/gate/rules/list.js'
import { scanBundle } from '../../src/gate/scan.js'
import { DISGUISES } from './support/disguises.js'
import { TOOLS, toBundle } from './support/scanning.js'

const RANKS = { block: 2, warn: 1, pass: 0 }
/** These are about the name or the size of a file, which a disguise changes. */
const BY_NAME = /^SK-(?:RL004|RL006|ST004|ST006|OB006)$/
const SAMPLES = RULES.filter(({ id }) => !BY_NAME.test(id)).flatMap(({ id, examples }) =>
  examples.positive
    .map((example, index) => ({ name: `${id} ${index + 1}`, ...toBundle(example) }))
    .filter(({ files }) => files.some(({ path }) => path === 'SKILL.md')),
)

async function verdictOf(files: readonly BundleFile[]) {
  return (await scanBundle(files, TOOLS)).verdict
}

describe('every sample of every rule', () => {
  const plain = new Map<string, Promise<'block' | 'warn' | 'pass'>>()

  test.each(Object.entries(DISGUISES))('%s', async (_, disguise) => {
    const milder: string[] = []
    for (const { name, files } of SAMPLES) {
      const dressed = disguise(files)
      if (dressed === undefined) continue
      if (!plain.has(name)) plain.set(name, verdictOf(files))
      const before = (await plain.get(name)) ?? 'pass'
      const after = await verdictOf(dressed)
      if (RANKS[after] < RANKS[before]) milder.push(`${name}: ${before} → ${after}`)
    }
    expect(milder).toEqual([])
  })
})
