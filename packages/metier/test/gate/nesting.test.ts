/** Whatever a file nests, the caller of a scan lives, and what the scan could not read is never passed. `ci:full` does it at length. */

import { describe, expect, test } from 'vitest'
import { scanApart } from '../../src/system/scan-process/scan-apart.js'
import { createRandom } from './support/fuzzing.js'
import { growNestings, type Nesting } from './support/nesting.js'

const ROUNDS = Number(process.env.METIER_FUZZ_ROUNDS ?? 12)
const SEED = Number(process.env.METIER_FUZZ_SEED ?? 14)
const HEAD = '---\nname: a\ndescription: b\n---\n'

/** As a file of its own, in a block of SKILL.md, and as its frontmatter. */
const PLACES: Readonly<Record<string, (nesting: Nesting) => Readonly<Record<string, string>>>> = {
  'a file': ({ extension, text }) => ({ 'SKILL.md': `${HEAD}Run it.\n`, [`a.${extension}`]: text }),
  'a block': ({ extension, text }) => ({ 'SKILL.md': `${HEAD}~~~~${extension}\nexec(fetch(\n${text}\n~~~~\n` }),
  'the frontmatter': ({ text }) => ({ 'SKILL.md': `---\nname: a\ndescription: ${text}\n---\n` }),
  'a list of tools': ({ text }) => ({ 'SKILL.md': `${HEAD}Text.\n`, 'tools.yaml': `tools:\n  - name: ${text}\n` }),
}

describe('nesting in every grammar', () => {
  test.each(Object.entries(PLACES))(
    'as %s ends in a report',
    async (_, place) => {
      const random = createRandom(SEED)
      for (const nesting of growNestings(random, ROUNDS)) {
        const files = Object.entries(place(nesting)).map(([path, text]) => ({
          path,
          bytes: new TextEncoder().encode(text),
          isExecutable: false,
        }))
        const { verdict, coverage, findings } = await scanApart(files, {}, { milliseconds: 4_000 })
        const isUnfinished = findings.some(({ message }) => message.includes('did not finish'))
        if (isUnfinished) expect(verdict, nesting.name).toBe('block')
        else expect(coverage.read + coverage.partial + coverage.unread, nesting.name).toBe(files.length)
      }
    },
    ROUNDS * 6_000,
  )
})
