/** Which version of a skill a registry gives. */

import { expect, test } from 'vitest'
import { type ClawhubSkill, startClawhub, type Wrong } from '../servers/clawhub.js'
import { skillText } from '../support/temporary.js'
import { fetchFrom } from './fetching.js'

const pdf: ClawhubSkill = {
  slug: 'pdf',
  files: { 'SKILL.md': skillText('pdf') },
  versions: ['1.0.0', '1.2.0'],
  tags: { stable: '1.0.0' },
}

async function ask(skill: string, offered: ClawhubSkill = pdf, wrong: Wrong = {}) {
  const server = await startClawhub([offered], wrong)
  return await fetchFrom('clawhub', { skill, options: { registry: server.url } })
}

test.each([
  ['pdf@1.0.0', '1.0.0'],
  ['pdf@stable', '1.0.0'],
  ['pdf@latest', '1.2.0'],
  ['@owner/pdf', '1.2.0'],
  ['PDF', '1.2.0'],
])('versions, tags and owners: %s is %s', async (skill, version) => {
  const { offers } = await ask(skill)
  expect(offers).toMatchObject({ ok: true, value: [{ name: 'pdf', version }] })
})

test('a version that is not there: the five newest that are', async () => {
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.10.0']
  const { offers } = await ask('pdf@9.9.9', { ...pdf, versions })
  expect(offers).toMatchObject({
    ok: false,
    failure: {
      code: 'skill_not_found',
      message: expect.stringContaining("has no version 9.9.9 of 'pdf'"),
      suggestions: ['Latest versions: 1.10.0, 1.4.0, 1.3.0, 1.2.0, 1.1.0'],
    },
  })
})

test('a version that is not there: none that was withdrawn', async () => {
  const items = [
    { version: '2.0.0', createdAt: 2, status: 'withdrawn' },
    { version: '1.2.0', createdAt: 1, status: 'published' },
  ]
  const answer = (path: string) =>
    path.includes('/versions?') || path.endsWith('/versions') ? { body: { items } } : undefined
  const { offers } = await ask('pdf@2.0.0', pdf, { answer })
  expect(offers).toMatchObject({ ok: false, failure: { suggestions: ['Latest versions: 1.2.0'] } })
})

test('a skill that is not there is followed by the search for one', async () => {
  const { offers } = await ask('pfd')
  const suggestions = [expect.stringMatching(/^To find one, run: metier search pfd --from clawhub/)]
  expect(offers).toMatchObject({ ok: false, failure: { suggestions } })
})

test('a version that is not there, of a registry that lists none', async () => {
  const answer = (path: string) => (/\/versions$/.test(path) ? { status: 404, body: 'no' } : undefined)
  const { offers } = await ask('pdf@9.9.9', pdf, { answer })
  expect(offers).toMatchObject({ ok: false, failure: { code: 'skill_not_found', suggestions: [] } })
})
