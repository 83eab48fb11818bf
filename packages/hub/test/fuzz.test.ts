/** Every route, with requests made from its own schemas and with worse ones: never a failure of the hub, never another owner's data. */

import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { isFull } from '../../metier/test/support/full.js'
import { type AnyRoute, isRawBody, type RawBody } from '../src/http/route.js'
import { ROUTES } from '../src/routes/routes.js'
import { ADMIN_TOKEN, startHub, type TestHub, toForm } from './support/hub.js'
import { makeUser } from './support/users.js'

const RUNS = isFull ? 400 : 12
const SECRET = 'marker-of-a-private-skill'
const NAMES = [
  'open-skill',
  SECRET,
  'no-such-skill',
  '-',
  '..',
  'a%2fb',
  'ä',
  "x'--",
  '',
  '1.0.0',
  'latest',
  'alice',
  'bob',
  'admin',
  // A database keeps neither.
  'a\0b',
  '\ud800',
]

/** A value that a schema allows, or one that it does not. */
function fromSchema(schema: TSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: allowed(schema) }, { weight: 1, arbitrary: fc.anything({ maxDepth: 2 }) })
}

function allowed(schema: TSchema): fc.Arbitrary<unknown> {
  const plain = schema as {
    readonly type?: string
    readonly const?: unknown
    readonly anyOf?: readonly TSchema[]
    readonly properties?: Readonly<Record<string, TSchema>>
    readonly items?: TSchema
    readonly required?: readonly string[]
  }
  if (plain.const !== undefined) return fc.constant(plain.const)
  if (plain.anyOf !== undefined) return fc.oneof(...plain.anyOf.map(allowed))
  switch (plain.type) {
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(plain.properties ?? {}).map(([name, field]) => [name, fromSchema(field)]),
      )
      return fc.record(fields, { requiredKeys: [...(plain.required ?? [])].filter((name) => name in fields) })
    }
    case 'array':
      return fc.array(plain.items === undefined ? fc.constant('') : fromSchema(plain.items), { maxLength: 4 })
    case 'integer':
      return fc.oneof(fc.integer(), fc.constantFrom(0, 1, -1, 1e15))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(
        fc.constantFrom(...NAMES),
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom('0'.repeat(64), 'f'.repeat(64)),
      )
  }
}

interface FuzzedRequest {
  readonly path: string
  readonly init: RequestInit
}

function requestTo(route: AnyRoute): fc.Arbitrary<FuzzedRequest> {
  const texts = (schema: TSchema | undefined) =>
    (schema === undefined ? fc.constant({}) : fromSchema(schema)) as fc.Arbitrary<Readonly<Record<string, unknown>>>
  const body = route.body === undefined ? fc.constant(undefined) : bodyOf(route.body)
  return fc
    .record({ params: texts(route.params), query: texts(route.query), body })
    .map(({ params, query, body: sent }) => {
      const path = route.path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => encode(params?.[name]))
      const words = Object.entries(query ?? {}).map(([name, value]) => `${encode(name)}=${encode(value)}`)
      return {
        path: `${path}${words.length === 0 ? '' : `?${words.join('&')}`}`,
        init: { method: route.method, ...(sent !== undefined && { body: sent }) },
      }
    })
}

type SentBody = string | Uint8Array<ArrayBuffer> | FormData

function bodyOf(body: TSchema | RawBody): fc.Arbitrary<SentBody> {
  if (!isRawBody(body)) return fc.oneof(fromSchema(body).map(print), fc.string({ maxLength: 50 }))
  const { 'multipart/form-data': form, 'application/json': json } = body.content
  return fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
    fc.json(),
    json === undefined ? fc.json() : fromSchema(json).map(print),
    form === undefined ? fc.json() : publications(form),
  )
}

/** Skills that could be published, if the rest of the form fits. */
function publications(form: TSchema): fc.Arbitrary<FormData> {
  const { payload } = (form as { readonly properties?: { readonly payload?: TSchema } }).properties ?? {}
  if (payload === undefined) throw new Error('The form has no payload')
  return fc
    .record({
      fields: fromSchema(payload),
      number: fc.nat(),
      odd: fc.constantFrom('fine', ...NAMES.filter((name) => name !== SECRET)),
    })
    .map(({ fields, number, odd }) => {
      // What is published is shown by later requests, so the marker of the private skill must not be part of it.
      const own = JSON.parse(print(fields).replaceAll(SECRET, 'another-marker')) as object | null
      const files = {
        'SKILL.md': `---\nname: fuzzed\ndescription: Does it\nmetadata:\n  odd: ${JSON.stringify(odd)}\n---\n# Fuzzed\n`,
      }
      const fixed = { ownerHandle: undefined, slug: 'fuzzed' }
      return toForm({
        name: 'fuzzed',
        version: `1.0.${number}`,
        files,
        payload: { ...(typeof own === 'object' && own), ...fixed, version: `1.0.${number}` },
      })
    })
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (print(value) ?? '')
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) || 'x'
}

function print(value: unknown): string {
  try {
    return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)) ?? 'null'
  } catch {
    return 'null'
  }
}

async function prepare(): Promise<{ readonly hub: TestHub; readonly tokens: readonly (string | undefined)[] }> {
  const hub = await startHub({ rateLimits: undefined })
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob', ['publish'])]
  await hub.publish({ name: 'open-skill', token: bob })
  const made = await hub.publish({
    name: SECRET,
    token: alice,
    description: SECRET,
    payload: { visibility: 'private' },
  })
  expect(made.status).toBe(200)
  return { hub, tokens: [undefined, bob, 'not-a-token-but-long-enough-00000'] }
}

test('no request makes the hub fail, or shows a private skill to others', async () => {
  const { hub, tokens } = await prepare()
  for (const route of ROUTES) {
    const property = fc.asyncProperty(requestTo(route), fc.constantFrom(...tokens), async ({ path, init }, token) => {
      const answer = await hub.request(path, { ...init, ...(token !== undefined && { token }) })
      const text = await answer.text()
      expect(answer.status, `${route.method} ${path}\n${text}`).toBeLessThan(500)
      expect(text).not.toMatch(/\n\s+at .+:\d+:\d+/)
      // A request may contain the name itself, and an answer repeat it.
      if (!path.includes(SECRET) && !String(init.body).includes(SECRET)) expect(text).not.toContain(SECRET)
    })
    await fc.assert(property, { numRuns: RUNS })
  }
}, 600_000)

test('administrators cannot make the hub fail either', async () => {
  const { hub } = await prepare()
  // Users and tokens would be gone after the first runs.
  const routes = ROUTES.filter(({ path, method }) => !(method === 'DELETE' && /users|tokens/.test(path)))
  for (const route of routes) {
    const property = fc.asyncProperty(requestTo(route), async ({ path, init }) => {
      const answer = await hub.request(path, { ...init, token: ADMIN_TOKEN })
      expect(answer.status, `${route.method} ${path}\n${await answer.text()}`).toBeLessThan(500)
    })
    await fc.assert(property, { numRuns: RUNS })
  }
}, 600_000)
