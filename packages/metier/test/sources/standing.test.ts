/** What registries and hosts say about installed versions: withdrawn, warned of, or still offered. */

import { describe, expect, test } from 'vitest'
import type { InstalledRelease } from '../../src/sources/source.js'
import { type ClawhubSkill, startClawhub } from '../servers/clawhub.js'
import { listen, type Reply } from '../servers/listen.js'
import { digestOf, SCHEMA, startHost } from '../servers/well-known.js'
import { skillText } from '../support/temporary.js'
import { judgeAt } from './fetching.js'

const VERDICTS = '/api/v1/skills/-/security-verdicts'
const PDF: ClawhubSkill = { slug: 'pdf', files: { 'SKILL.md': skillText('pdf') }, versions: ['1.0.0'] }

async function judge(wrong: Readonly<Record<string, Reply>>, releases: readonly Partial<InstalledRelease>[] = [{}]) {
  const server = await startClawhub([PDF], { answer: (path) => wrong[path.split('?')[0] ?? ''] })
  const options = { registry: server.url, http: { wait: async () => undefined } }
  return { said: await judgeAt('clawhub', releases, { options }), requests: server.requests }
}

describe('a registry with security verdicts is asked once', () => {
  test.each([
    [{ ok: true, decision: 'pass' }, { status: 'offered' }],
    [{ decision: 'fail', reasons: ['security.pending'], security: { status: 'pending' } }, { status: 'offered' }],
    [{ decision: 'fail', reasons: ['card.missing'], security: { status: 'clean' } }, { status: 'offered' }],
    [
      { decision: 'fail', reasons: ['skill.not_found'] },
      { status: 'withdrawn', what: 'skill' },
    ],
    [
      { ok: false, error: { code: 'version.not_found', message: 'x' } },
      { status: 'withdrawn', what: 'version' },
    ],
    [
      { error: { code: 'version.unavailable', message: 'Version was withdrawn: Sends\u001b[31m keys' } },
      { status: 'withdrawn', what: 'version', summary: 'Sends [31m keys' },
    ],
    [
      { decision: 'fail', reasons: ['version.unavailable'] },
      { status: 'withdrawn', what: 'version' },
    ],
    [
      { decision: 'fail', reasons: ['moderation.malware_blocked'], security: { summary: 'Sends\u001b[31m keys' } },
      { status: 'flagged', verdict: 'malicious', summary: 'Sends [31m keys' },
    ],
    [
      { decision: 'fail', reasons: ['security.status_not_clean'], security: { status: 'suspicious' } },
      { status: 'flagged', verdict: 'suspicious' },
    ],
  ])('%j', async (row, standing) => {
    const item = { requestedSlug: 'pdf', requestedVersion: '1.0.0', slug: 'pdf', reasons: [], ...row }
    const { said, requests } = await judge({ [VERDICTS]: { body: { items: [item] } } })
    expect(said).toEqual({ ok: true, value: [standing] })
    expect(requests).toEqual([VERDICTS])
  })

  test('about at most a hundred versions at a time', async () => {
    const sizes: number[] = []
    const server = await listen((_, request, response) => {
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        const { items } = JSON.parse(text) as { items: readonly { slug: string; version: string }[] }
        sizes.push(items.length)
        const rows = items.map(({ slug, version }) => ({ slug, version, decision: 'pass' }))
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ items: rows }))
      })
      return undefined
    })
    const releases = Array.from({ length: 250 }, (_, at) => ({ skill: `skill-${at}` }))
    const said = await judgeAt('clawhub', releases, { options: { registry: server.url } })
    expect(said).toMatchObject({ ok: true, value: { length: 250 } })
    expect(sizes).toEqual([100, 100, 50])
  })

  test.each([
    ['fails', { status: 400, body: 'no' }],
    ['sends no JSON', { body: 'hello' }],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['sends too much', { body: 'x'.repeat(9 * 1024 * 1024) }],
  ])('one that %s gives a failure', async (_, reply) => {
    const { said } = await judge({ [VERDICTS]: reply })
    expect(said).toMatchObject({ ok: false })
  })
})

describe('a registry without them is asked about each version', () => {
  const skill = '/api/v1/skills/pdf'
  test.each([
    [{}, { status: 'offered' }],
    [{ [skill]: { status: 404, body: 'Skill not found' } }, { status: 'withdrawn', what: 'skill' }],
    [{ [`${skill}/versions/1.0.0`]: { status: 410, body: 'x' } }, { status: 'withdrawn', what: 'version' }],
    [
      { [skill]: { body: { skill: { slug: 'pdf' }, moderation: { isMalwareBlocked: true } } } },
      { status: 'flagged', verdict: 'malicious' },
    ],
  ])('%j', async (wrong, standing) => {
    const { said, requests } = await judge(wrong)
    expect(said).toEqual({ ok: true, value: [standing] })
    expect(requests.length).toBeLessThanOrEqual(3)
  })

  test('a slug that several owners have says nothing', async () => {
    expect((await judge({ [skill]: { status: 409, body: 'Ambiguous' } })).said).toMatchObject({ ok: false })
  })

  test('a name that is no slug is not put into an address', async () => {
    const { said, requests } = await judge({}, [{ skill: '../admin' }])
    expect(said).toMatchObject({ ok: false, failure: { code: 'skill_invalid' } })
    expect(requests).toEqual([])
  })
})

describe('a well-known host', () => {
  const digest = digestOf('text')
  const entry = { name: 'pdf', type: 'skill-md', description: 'Reads', url: '/pdf.md', digest }

  test.each([
    [[entry], { status: 'offered' }],
    [[], { status: 'withdrawn', what: 'skill' }],
    [[{ ...entry, digest: digestOf('other') }], { status: 'replaced', digest: digestOf('other') }],
  ])('that lists %j', async (skills, standing) => {
    const server = await startHost({ '/.well-known/agent-skills/index.json': { $schema: SCHEMA, skills } })
    const release = { path: 'pdf', digest: digest.replace('sha256:', '') }
    const said = await judgeAt(server.url, [release, release], { trusted: [`${server.host}/*`] })
    expect(said).toEqual({ ok: true, value: [standing, standing] })
    expect(server.requests).toHaveLength(1)
  })

  test('that has no index anymore gives a failure, not a withdrawal', async () => {
    const server = await startHost({})
    expect(await judgeAt(server.url, [{}], { trusted: [`${server.host}/*`] })).toMatchObject({ ok: false })
  })
})
