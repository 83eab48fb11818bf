import { describe, expect, test } from 'vitest'
import { startClawhub } from '../../servers/clawhub.js'
import { startGit } from '../../servers/git.js'
import { skillText } from '../../support/temporary.js'
import { fetchFrom, filesIn, outcomeOf, type Setting } from '../fetching.js'

describe('skills that a registry only lists (skills-sh)', () => {
  const SOURCE = 'skills-sh:owner/repo/pdf'

  async function listed(more: object, setting: Setting = {}) {
    const git = await startGit({ 'skills/pdf/SKILL.md': skillText('pdf') })
    const github = { repo: 'owner/repo', path: 'skills/pdf', commit: git.commit() }
    const body = { ok: true, slug: 'pdf', installKind: 'github', github, ...more }
    const answer = (path: string) =>
      path === '/api/v1/skills-sh/owner/repo/pdf/install' ? { body } : { status: 404, body: 'no' }
    const server = await startClawhub([], { answer })
    const options = { registry: server.url, mirrors: { 'github.com': git.url } }
    const trusted = ['clawhub', 'github.com/owner/*']
    return { server, ...(await fetchFrom(SOURCE, { skill: 'pdf', trusted, options, ...setting })) }
  }

  test('come from the repository that was named, with a note where nobody there has looked at them', async () => {
    const fetched = await listed({ trust: { clawhubScan: 'unscanned' } })
    expect(fetched.offers).toMatchObject({
      value: [{ name: 'pdf', path: 'skills/pdf', findings: [{ severity: 'note' }] }],
    })
    expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': skillText('pdf') })
    expect((await listed({ trust: { clawhubScan: 'scanned' } })).offers).toMatchObject({ value: [{ findings: [] }] })
  })

  test('need trust of the registry and of the repository', async () => {
    expect(outcomeOf(await listed({}, { trusted: ['clawhub'] }))).toBe('source_untrusted')
  })

  test('are no other repository, no archive and no other skill', async () => {
    const elsewhere = { repo: 'stranger/repo', path: 'skills/pdf', commit: '0'.repeat(40) }
    expect(outcomeOf(await listed({ github: elsewhere }))).toBe('integrity_mismatch')
    const archive = { installKind: 'archive', archive: { version: '1.0.0' } }
    expect(outcomeOf(await listed(archive))).toBe('integrity_mismatch')
    const other = await listed({}, { skill: 'mail' })
    expect(outcomeOf(other)).toBe('skill_not_found')
    expect(other.server.requests).toEqual([])
    expect(outcomeOf(await listed({ ok: false, reason: 'github_scan_failed' }))).toBe('scan_blocked')
  })
})
