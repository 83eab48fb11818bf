import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequirements, readTraits } from '../../src/skill/metadata/metadata.js'
import { runsOf } from '../support/full.js'

const few = { maxKeys: 3 }
const name = fc.constantFrom(
  'curl',
  'jq',
  'API_KEY',
  'linux',
  'macos',
  '',
  ' ',
  '-x',
  'a b',
  'a,b',
  '{"bins":["x"]}',
  '{',
)
const scalar = fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null))
const plain = fc.array(fc.constantFrom('curl', 'jq', 'API_KEY', 'linux'), { maxLength: 3 })
const list = fc.oneof(
  { weight: 4, arbitrary: plain },
  fc.array(scalar, { maxLength: 3 }),
  scalar,
  fc.dictionary(name, scalar, few),
)
const kind = fc.constantFrom(
  'bins',
  'anyBins',
  'env',
  'bins',
  'env',
  'config',
  'os',
  'arch',
  'commands',
  'npm',
  'primaryEnv',
)
const requires = fc.oneof({ weight: 6, arbitrary: fc.dictionary(kind, list, few) }, list)
const block = fc.record(
  {
    requires,
    os: list,
    always: scalar,
    primaryEnv: scalar,
    skillKey: scalar,
    emoji: scalar,
    config: fc.oneof(fc.record({ requiredEnv: list }), list),
    env: list,
    bins: list,
  },
  { requiredKeys: [] },
)
const namespace = fc.constantFrom('openclaw', 'clawdbot', 'moltbot')
const metadata = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(namespace, block).map(([key, value]) => ({ [key]: value })) },
  fc.dictionary(fc.oneof(namespace, fc.constantFrom('requires', 'os', 'author')), fc.oneof(block, list), few),
  list,
)
const frontmatter = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name, metadata }) },
  fc.record(
    { metadata, clawdis: block, requires, os: list, 'user-invocable': scalar, 'disable-model-invocation': scalar },
    { requiredKeys: [] },
  ),
)

test('reading only what gates a skill gives what reading everything gives', () => {
  fc.assert(
    fc.property(frontmatter, (value) => {
      const { requirements, userInvocable, modelInvocable } = readTraits(value, undefined)
      expect(readRequirements(value, undefined)).toEqual({ requirements, userInvocable, modelInvocable })
    }),
    runsOf(3000),
  )
})

test('no value of any type is too odd to be read', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.constantFrom('metadata', 'requires', 'install', 'os'), fc.string()), fc.anything()),
      (value) => {
        readTraits(value, undefined, () => undefined)
        readRequirements(value, undefined)
      },
    ),
    runsOf(2000),
  )
})
