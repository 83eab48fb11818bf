import { expect, test } from 'vitest'
import { makeTarGz, makeZip } from '../servers/make-archive.js'
import { startHost } from '../servers/well-known.js'
import { skillText } from '../support/temporary.js'
import { fetchFrom, filesIn, messageOf, outcomeOf } from './fetching.js'

const text = skillText('pdf')

async function fetchPage(path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) {
  const server = await startHost({ [path]: { body, headers } })
  return await fetchFrom(`${server.url}${path}`, { trusted: [`${server.host}/*`] })
}

test('an archive by its address, of any of the formats, whatever its ending says', async () => {
  const entries = [{ name: 'pdf/SKILL.md', content: text }]
  for (const [path, bytes] of [
    ['/pdf.zip', makeZip(entries)],
    ['/pdf.tar.gz', makeTarGz(entries)],
    ['/other.zip', makeTarGz(entries)],
  ] as const) {
    const fetched = await fetchPage(path, bytes)
    expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', path: 'pdf' }] })
    expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text })
  }
})

test('security 6.2: an archive that others publish must not contain links', async () => {
  const entries = [
    { name: 'SKILL.md', content: text },
    { name: 'a.md', content: 'SKILL.md', mode: 0o120777 },
  ]
  expect(messageOf(await fetchPage('/pdf.zip', makeZip(entries)))).toContain('(link)')
})

test('a SKILL.md by its address is called as the folder around it is', async () => {
  const fetched = await fetchPage('/skills/pdf/SKILL.md', text)
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf' }] })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text })
})

test('a page is no skill, and neither is an archive without one', async () => {
  expect(outcomeOf(await fetchPage('/x/SKILL.md', '<html>', { 'content-type': 'text/html' }))).toBe('skill_invalid')
  expect(outcomeOf(await fetchPage('/x.zip', 'text'))).toBe('skill_invalid')
  expect(outcomeOf(await fetchPage('/x.zip', makeZip([{ name: 'a', content: 'x' }])))).toBe('skill_not_found')
})

test('an address with nothing at it is said in a sentence', async () => {
  const server = await startHost({ '/broken.zip': { status: 403, body: '' } })
  const said = async (path: string) =>
    messageOf(await fetchFrom(`${server.url}${path}`, { trusted: [`${server.host}/*`] }))
  expect(await said('/gone.zip')).toBe(`${server.host} has no file at this URL`)
  expect(await said('/broken.zip')).toBe(`${server.host} did not provide the file at this URL (403)`)
})

test('an address is asked once', async () => {
  const server = await startHost({ '/x.zip': makeZip([{ name: 'SKILL.md', content: text }]) })
  expect(outcomeOf(await fetchFrom(`${server.url}/x.zip`, { trusted: [`${server.host}/*`] }))).toBe('fetched')
  expect(server.requests).toEqual(['/x.zip'])
})

test('bytes that change between the two steps are not taken', async () => {
  const server = await startHost({ '/x.zip': makeZip([{ name: 'SKILL.md', content: text }]) })
  const change = (offer: object) => ({ ...offer, digest: '0'.repeat(64) }) as never
  const fetched = await fetchFrom(`${server.url}/x.zip`, { trusted: [`${server.host}/*`], change })
  expect(outcomeOf(fetched)).toBe('integrity_mismatch')
})

test('security 6.20: a redirect within one host stays within what is trusted of it', async () => {
  const archive = makeZip([{ name: 'SKILL.md', content: text }])
  const to = (location: string) => ({ status: 302, headers: { location } })
  const server = await startHost({
    '/team/pdf.zip': to('/team/1/pdf.zip'),
    '/team/1/pdf.zip': archive,
    '/team/other.zip': to('/stranger/pdf.zip'),
    '/stranger/pdf.zip': archive,
  })
  const trusted = [`${server.host}/team/*`]
  expect(outcomeOf(await fetchFrom(`${server.url}/team/pdf.zip`, { trusted }))).toBe('fetched')
  const fetched = await fetchFrom(`${server.url}/team/other.zip`, { trusted })
  expect(outcomeOf(fetched)).toBe('source_untrusted')
  expect(messageOf(fetched)).toContain('/stranger/pdf.zip')
  expect(server.requests).not.toContain('/stranger/pdf.zip')
  expect(outcomeOf(await fetchFrom(`${server.url}/team/other.zip`, { trusted: [server.host] }))).toBe('fetched')
})

test('security 6.18: this machine is reached only where the user’s own list names it', async () => {
  const server = await startHost({ '/x.zip': makeZip([{ name: 'SKILL.md', content: text }]) })
  const fetched = await fetchFrom(`${server.url}/x.zip`, { trusted: ['clawhub'] })
  expect(outcomeOf(fetched)).toBe('source_untrusted')
  expect(server.requests).toEqual([])
})
