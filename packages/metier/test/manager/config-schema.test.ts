import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { type Configuration, type EntrySettings, readConfiguration } from '../../src/manager/settings/configuration.js'
import type { Diagnostic } from '../../src/skill/diagnostic.js'
import { ADJUSTABLE_LIMITS, type AdjustableLimits, LIMITS } from '../../src/skill/limits.js'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | false
}

const schema = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../schemas/config.schema.json', import.meta.url)), 'utf8'),
) as Schema
const folder = mkdtempSync(join(tmpdir(), 'metier-schema-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Complete<T> = { readonly [key in keyof Required<T>]: Required<T>[key] }

/** Every key that the types know; one that is added there and not here does not compile. */
const entry: Complete<EntrySettings> = { enabled: true, apiKey: 'secret', env: { TOKEN: 'x' }, config: { depth: 1 } }
const skills: Complete<NonNullable<Configuration['skills']>> = {
  trustedSources: ['clawhub'],
  trustedKeys: [{ name: 'release.pub', key: 'MFkw' }],
  requireSignature: ['github.com/example/*'],
  disabled: ['pdf'],
  nodeModules: true,
  roots: ['~/skills'],
  agents: ['claude-code'],
  registries: { team: 'https://skills.example.com' },
  trustProject: 'ask',
  entries: { pdf: entry },
  suppressions: [{ rule: 'SK-EX001', digest: 'a'.repeat(64), reason: 'read it line by line' }],
}
const adjustable = Object.fromEntries(ADJUSTABLE_LIMITS.map((name) => [name, LIMITS[name]])) as AdjustableLimits
const reviewer: Complete<NonNullable<Configuration['reviewer']>> = {
  kind: 'openai',
  baseUrl: 'https://api.example.com/v1',
  model: 'small-1',
  keyVariable: 'REVIEWER_KEY',
  command: 'claude -p',
  gate: true,
  seconds: 60,
  calls: 6,
  kilobytes: 48,
}
const complete: Complete<Configuration> = {
  skills,
  sets: { backend: ['pdf'] },
  policy: {},
  reviewer,
  sandbox: 'require',
  limits: adjustable,
}

describe('the published schema of the configuration', () => {
  test('has the keys that the types know', () => {
    const { $schema, ...properties } = schema.properties ?? {}
    expect($schema).toBeDefined()
    expect(Object.keys(properties).sort()).toEqual(Object.keys(complete).sort())
    expect(keysOf(properties.skills)).toEqual(Object.keys(skills).sort())
    expect(keysOf(properties.skills?.properties?.entries?.additionalProperties as Schema)).toEqual(
      Object.keys(entry).sort(),
    )
    expect(keysOf(properties.reviewer)).toEqual(Object.keys(reviewer).sort())
  })

  test('has every limit that can be set, with its built-in value', () => {
    const limits = Object.entries(schema.properties?.limits?.properties ?? {})
    expect(Object.fromEntries(limits.map(([name, { default: value }]) => [name, value]))).toEqual(adjustable)
  })

  test('a configuration with every key of it is read without complaint', () => {
    expect(complaintsAbout({ $schema: 'config.schema.json', ...complete })).toEqual([])
    expect(complaintsAbout(sampleOf(schema))).toEqual([])
  })

  test.each(objectsIn(schema))('a key beside those of %s is unknown to both', (path, object) => {
    expect(object.additionalProperties).toBe(false)
    expect(complaintsAbout(put(path, { unheardOf: 1 }))).toMatchObject([{ code: 'config_unknown_key' }])
  })

  test.each(valuesIn(schema))('a wrong value of %s is refused by both', (path, value) => {
    const wrong = value.type === 'object' ? [] : { surely: 'wrong' }
    expect(complaintsAbout(put(path, wrong))).toMatchObject([{ code: 'config_invalid' }])
  })
})

function keysOf(object: Schema | undefined): readonly string[] {
  return Object.keys(object?.properties ?? {}).sort()
}

function complaintsAbout(configuration: unknown): readonly Diagnostic[] {
  const file = join(folder, 'config.json')
  writeFileSync(file, JSON.stringify(configuration))
  const diagnostics: Diagnostic[] = []
  readConfiguration(file, diagnostics)
  return diagnostics
}

/** A value that a schema allows, with everything in it. */
function sampleOf({ type, enum: values, examples, items, properties, additionalProperties, $ref }: Schema): unknown {
  // A pattern says more than a type.
  if (items?.properties !== undefined && examples !== undefined) return examples[0]
  if (values !== undefined) return values[0]
  if ($ref !== undefined) return $ref.endsWith('/count') ? 1 : ['read_*', { category: 'read' }]
  if (type === 'array') return [sampleOf(items ?? {})]
  if (type === 'boolean') return true
  if (type !== 'object') return 'text'
  const named = Object.entries(properties ?? {}).map(([key, value]) => [key, sampleOf(value)])
  const further = additionalProperties ? [['any', sampleOf(additionalProperties)]] : []
  return Object.fromEntries([...named, ...further])
}

type Place = readonly [path: string, schema: Schema]

/** Every value inside a schema by its dotted path; `any` stands for a key that one may choose. */
function placesIn(object: Schema, prefix: string): readonly Place[] {
  const further = object.additionalProperties ? { any: object.additionalProperties } : {}
  return Object.entries({ ...object.properties, ...further }).flatMap(([key, value]): readonly Place[] => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    return [[path, value], ...placesIn(value, path)]
  })
}

function objectsIn(object: Schema): readonly Place[] {
  const closed = placesIn(object, '').filter(([, { properties }]) => properties !== undefined)
  return [['', object], ...closed]
}

/** Values of which the schema says what they must be; what stands below `env` is told of `env` itself. */
function valuesIn(object: Schema): readonly Place[] {
  return placesIn(object, '').filter(
    ([path, { type, enum: values, $ref }]) =>
      (type ?? values ?? $ref) !== undefined && path !== '$schema' && !path.endsWith('env.any'),
  )
}

function put(path: string, value: unknown): unknown {
  return path === '' ? value : path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
}
