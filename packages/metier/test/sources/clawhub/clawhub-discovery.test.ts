import { describe, expect, test } from 'vitest'
import { type ClawhubSkill, startClawhub } from '../../servers/clawhub.js'
import { listen } from '../../servers/listen.js'
import { skillText } from '../../support/temporary.js'
import { fetchFrom, messageOf, outcomeOf } from '../fetching.js'

const pdf: ClawhubSkill = { slug: 'pdf', files: { 'SKILL.md': skillText('pdf') } }

describe('a site that says where its interface is', () => {
  async function installFrom(document: (url: string) => object | undefined, file = 'clawhub.json') {
    const below = (path: string) => path.startsWith('/hub/') && !path.includes('.well-known')
    const registry = await startClawhub([pdf])
    const server = await listen((path, _, response) => {
      const said = path === `/hub/.well-known/${file}` ? document(server.url) : undefined
      if (said !== undefined) return { body: said }
      if (!below(path)) return { status: 404, body: 'Not found' }
      response.writeHead(307, { location: `${registry.url}${path.replace('/hub/behind', '').replace('/hub', '')}` })
      response.end()
      return undefined
    })
    const options = {
      registries: { team: `${server.url}/hub/`, other: registry.url },
      http: { wait: async () => undefined },
    }
    const fetched = await fetchFrom('team:pdf', { trusted: ['team', `${registry.host}/*`], options })
    return { ...fetched, requests: server.requests }
  }

  test.each([
    ['apiBase', 'clawhub.json', (url: string) => ({ apiBase: `${url}/hub/behind/` })],
    ['the older field', 'clawhub.json', (url: string) => ({ registry: `${url}/hub/behind` })],
    ['the older file', 'clawdhub.json', (url: string) => ({ registry: `${url}/hub/behind` })],
  ])('is asked there: by %s, in %s', async (_, file, document) => {
    const fetched = await installFrom(document, file)
    expect(outcomeOf(fetched)).toBe('fetched')
    expect(fetched.requests).toContain('/hub/behind/api/v1/skills/pdf')
    expect(fetched.requests.filter((path) => path.includes('.well-known'))).toHaveLength(
      file === 'clawhub.json' ? 1 : 2,
    )
  })

  test('or else is asked itself', async () => {
    const fetched = await installFrom(() => undefined)
    expect(outcomeOf(fetched)).toBe('fetched')
    expect(fetched.requests).toContain('/hub/api/v1/skills/pdf')
  })

  test('leads to no host that is not trusted as well', async () => {
    const fetched = await installFrom(() => ({ apiBase: 'https://elsewhere.example.com' }))
    expect(outcomeOf(fetched)).toBe('source_untrusted')
    expect(outcomeOf(await installFrom(() => ({ apiBase: 'file:///etc' })))).toBe('source_unavailable')
  })
})

test.each([
  ['CLAWHUB_REGISTRY', 'clawhub', { variables: { CLAWHUB_REGISTRY: 'nonsense' } }],
  ['CLAWDHUB_REGISTRY', 'clawhub', { variables: { CLAWDHUB_REGISTRY: 'nonsense' } }],
  ['skills.registries.team', 'team', { registries: { team: 'nonsense' } }],
])('%s with what is no address is named with its value', async (setting, from, options) => {
  const fetched = await fetchFrom(from, { skill: 'pdf', trusted: [from], options })
  expect(outcomeOf(fetched)).toBe('source_unavailable')
  expect(messageOf(fetched)).toBe(`${setting} is 'nonsense', which is not a valid URL`)
})

test('an address that was given for the interface is taken as it is', async () => {
  const server = await startClawhub([pdf])
  const options = { registry: server.url, http: { wait: async () => undefined } }
  expect(outcomeOf(await fetchFrom('clawhub', { skill: 'pdf', options }))).toBe('fetched')
  expect(server.requests.filter((path) => path.includes('.well-known'))).toEqual([])
})
