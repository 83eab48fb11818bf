import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { folderHash } from '../../src/sources/clawhub/clawhub-verify.js'
import { createGateTools } from '../../src/system/scan-process/gate-tools.js'
import { type ClawhubSkill, startClawhub, type Wrong } from '../servers/clawhub.js'
import { startGit } from '../servers/git.js'
import { makeZip } from '../servers/make-archive.js'
import { CLAWHUB_FILES } from '../support/clawhub-files.js'
import { skillText } from '../support/temporary.js'
import { fetchFrom, filesIn, messageOf, outcomeOf, type Setting } from './fetching.js'

const files = { 'SKILL.md': skillText('pdf'), 'scripts/run.sh': 'echo 1\n' }
const pdf: ClawhubSkill = { slug: 'pdf', files, versions: ['1.0.0', '1.2.0'], tags: { stable: '1.0.0' } }

async function install(skill: ClawhubSkill, wrong: Wrong = {}, setting: Setting = {}) {
  const server = await startClawhub([skill], wrong)
  const wait = async () => undefined
  const options = { registry: server.url, http: { wait }, ...setting.options }
  return { server, ...(await fetchFrom('clawhub', { skill: skill.slug, ...setting, options })) }
}

test('C-21: a skill of the registry is fetched in its latest version, every file verified', async () => {
  const fetched = await install(pdf)
  expect(fetched.offers).toMatchObject({
    ok: true,
    value: [{ name: 'pdf', owner: 'owner', version: '1.2.0', description: 'Does pdf', findings: [] }],
  })
  expect(fetched.bundle).toMatchObject({
    ok: true,
    value: { files: [{ path: 'SKILL.md' }, { path: 'scripts/run.sh' }], leftOut: [] },
  })
  expect(filesIn(fetched.directory)).toEqual(files)
  expect(fetched.progress.some(({ phase, done }) => phase === 'download' && (done ?? 0) > 0)).toBe(true)
})

test('what the registry puts into every archive stays out without a word, and what else it adds is told', async () => {
  const meta = { name: '_meta.json', content: JSON.stringify({ slug: 'pdf', version: '1.2.0' }) }
  const own = Object.entries(files).map(([name, content]) => ({ name, content }))
  const fetched = await install(pdf, { zip: [...own, meta, { name: 'skill-card.md', content: 'Card' }] })
  expect(fetched.bundle).toMatchObject({ ok: true, value: { leftOut: ['skill-card.md'] } })
  expect(filesIn(fetched.directory)).toEqual(files)
})

test('a registry of the configuration, below a path, and CLAWHUB_REGISTRY', async () => {
  const server = await startClawhub([pdf])
  const byName = await fetchFrom('team:pdf', { trusted: ['team'], options: { registries: { team: server.url } } })
  expect(outcomeOf(byName)).toBe('fetched')
  const byVariable = await fetchFrom('clawhub', {
    skill: 'pdf',
    options: { variables: { CLAWHUB_REGISTRY: `${server.url}/` } },
  })
  expect(outcomeOf(byVariable)).toBe('fetched')
})

describe('moderation', () => {
  test.each<readonly [string, object]>([
    ['a block', { isMalwareBlocked: true }],
    ['a verdict', { verdict: 'malicious' }],
    ['a reason', { verdict: 'clean', reasonCodes: ['malicious.crypto_mining'] }],
  ])('malware is refused, by %s', async (_, moderation) => {
    const { requests } = (await install({ ...pdf, moderation })).server
    expect(outcomeOf(await install({ ...pdf, moderation }))).toBe('scan_blocked')
    expect(requests.some((path) => path.includes('download'))).toBe(false)
  })

  test('malware of one version is refused as well', async () => {
    expect(outcomeOf(await install({ ...pdf, security: { status: 'malicious' } }))).toBe('scan_blocked')
  })

  test.each<readonly [string, Partial<ClawhubSkill>]>([
    ['of the skill', { moderation: { verdict: 'suspicious' } }],
    ['by a reason', { moderation: { reasonCodes: ['suspicious.dynamic_code'] } }],
    ['by its older word', { moderation: { legacyReason: 'flagged.suspicious' } }],
    ['of one version', { security: { status: 'suspicious' } }],
    ['of one version that is to be reviewed', { security: { status: 'review' } }],
  ])('suspicion %s is a finding', async (_, more) => {
    expect((await install({ ...pdf, ...more })).offers).toMatchObject({ value: [{ findings: [{ severity: 'warn' }] }] })
  })

  test('suspicion is a finding that asks', async () => {
    const moderation = { isSuspicious: true, verdict: 'suspicious', summary: 'reads\u202e keys' }
    const { offers } = await install({ ...pdf, moderation })
    expect(offers).toMatchObject({
      ok: true,
      value: [{ findings: [{ rule: 'SK-SC005', pattern: 'registry verdict', severity: 'warn' }] }],
    })
    // security 6.29
    expect(JSON.stringify(offers)).not.toContain('\u202e')
  })
})

describe('security 6.17: what came is what was asked for', () => {
  const entries = Object.entries(files).map(([name, content]) => ({ name, content }))
  const meta = (slug: string, version: string) => ({ name: '_meta.json', content: JSON.stringify({ slug, version }) })

  test.each<readonly [string, Wrong]>([
    ['a file with other bytes', { zip: [{ name: 'SKILL.md', content: 'evil' }, ...entries.slice(1)] }],
    ['a file that the record does not name', { zip: [...entries, { name: 'evil.sh', content: 'x' }] }],
    ['a file that is missing', { zip: entries.slice(1) }],
    ['an archive of another skill', { zip: [...entries, meta('other', '1.2.0')] }],
    ['an archive of another version', { zip: [...entries, meta('pdf', '1.0.0')] }],
  ])('%s is refused, and nothing is left', async (_, wrong) => {
    const fetched = await install(pdf, wrong)
    expect(outcomeOf(fetched)).toBe('integrity_mismatch')
    expect(filesIn(fetched.directory)).toEqual({})
  })

  test('an answer about another skill, or another version, is refused', async () => {
    const other = { body: { skill: { slug: 'other' }, latestVersion: { version: '1.2.0' }, owner: { handle: 'o' } } }
    expect(outcomeOf(await install(pdf, { answer: (path) => (path.endsWith('/pdf') ? other : undefined) }))).toBe(
      'integrity_mismatch',
    )
    const record = { body: { skill: { slug: 'pdf' }, version: { version: '9.9.9', files: [] } } }
    expect(
      outcomeOf(await install(pdf, { answer: (path) => (path.includes('/versions/') ? record : undefined) })),
    ).toBe('integrity_mismatch')
  })

  test.each(['pdf', 'pdf-reader'])(
    'a renamed skill is fetched as %s, with a note under its former name',
    async (name) => {
      const renamed: ClawhubSkill = { ...pdf, slug: 'pdf', formerSlugs: ['pdf-reader'] }
      const fetched = await install(renamed, {}, { skill: name })
      expect(outcomeOf(fetched)).toBe('fetched')
      const findings = name === 'pdf' ? [] : [{ severity: 'note', message: expect.stringContaining("'pdf' now") }]
      expect(fetched.offers).toMatchObject({ value: [{ name, findings }] })
    },
  )

  test('another owner than the one that was asked for is refused', async () => {
    expect(outcomeOf(await install(pdf, {}, { skill: '@somebody/pdf' }))).toBe('integrity_mismatch')
  })

  test('the owner that the source names is the one that is asked for', async () => {
    const server = await startClawhub([{ ...pdf, owner: 'alice' }])
    const options = { registry: server.url }
    const right = await fetchFrom('clawhub:@alice/pdf', { skill: 'pdf', options })
    expect(right.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', owner: 'alice' }] })
    expect(server.requests.every((path) => path.includes('ownerHandle=alice'))).toBe(true)
    expect(outcomeOf(await fetchFrom('clawhub:@bob/pdf', { skill: 'pdf', options }))).toBe('integrity_mismatch')
    for (const [source, skill] of [
      ['clawhub:@bob/pdf', '@alice/pdf'],
      ['clawhub:mail', 'pdf'],
    ] as const) {
      const before = server.requests.length
      expect(outcomeOf(await fetchFrom(source, { skill, options })), source).toBe('skill_not_found')
      expect(server.requests).toHaveLength(before)
    }
  })

  test('an archive that the registry names at another host is not fetched from there', async () => {
    const other = await startClawhub([pdf])
    const index = {
      body: {
        skills: [
          { name: 'pdf', type: 'archive', url: `${other.url}/zip?version=1.2.0`, digest: `sha256:${'0'.repeat(64)}` },
        ],
      },
    }
    const answer = (path: string) => (path.includes('/agent-skills/') ? index : undefined)
    const { offers } = await install(pdf, { hasNoDigests: true, answer })
    expect(offers).toMatchObject({ ok: true, value: [{ findings: [{ rule: 'SK-SC006', severity: 'warn' }] }] })
    expect(other.requests).toEqual([])
  })

  test('without digests of files the digest of the archive is taken, and verified', async () => {
    const zip = makeZip(entries)
    const index = (digest: string) => ({
      body: { skills: [{ name: 'pdf', type: 'archive', url: '/zip?version=1.2.0', digest: `sha256:${digest}` }] },
    })
    const right = createHash('sha256').update(zip).digest('hex')
    const answer = (digest: string) => (path: string) =>
      path.includes('/agent-skills/') ? index(digest) : path.startsWith('/zip') ? { body: zip } : undefined
    const good = await install(pdf, { hasNoDigests: true, answer: answer(right) })
    expect(good.offers).toMatchObject({ ok: true, value: [{ digest: right, findings: [] }] })
    expect(outcomeOf(good)).toBe('fetched')
    const bad = await install(pdf, { hasNoDigests: true, answer: answer('0'.repeat(64)) })
    expect(outcomeOf(bad)).toBe('integrity_mismatch')
  })

  test('a registry without any digest asks the person', async () => {
    const { offers } = await install(pdf, { hasNoDigests: true })
    expect(offers).toMatchObject({ ok: true, value: [{ findings: [{ rule: 'SK-SC006', severity: 'warn' }] }] })
  })
})

test.each(['../evil', 'a/b', 'pdf..', '.', 'A_B', 'x'.repeat(65), '-x', 'pdf@../x'])(
  'security 6.10: %j is no name, and is not asked for',
  async (skill) => {
    const fetched = await install(pdf, {}, { skill })
    expect(outcomeOf(fetched)).toBe('skill_invalid')
    expect(fetched.server.requests).toEqual([])
  },
)

test('a hostile archive of a registry is refused with its own code', async () => {
  const fetched = await install(pdf, { zip: [{ name: '../../evil', content: 'x' }] })
  expect(outcomeOf(fetched)).toBe('skill_invalid')
  expect(messageOf(fetched)).toContain('(traversal)')
})

describe('what goes wrong on the way says so and changes nothing', () => {
  test.each<readonly [number, string]>([
    [404, 'skill_not_found'],
    [410, 'skill_not_found'],
    [423, 'source_unavailable'],
    [403, 'scan_blocked'],
    [500, 'source_unavailable'],
    [503, 'source_unavailable'],
    [429, 'source_unavailable'],
  ])('%i when the archive is asked for: %s', async (status, code) => {
    const answer = (path: string) => (path.includes('/download') ? { status, body: 'no' } : undefined)
    const fetched = await install(pdf, { answer })
    expect(outcomeOf(fetched)).toBe(code)
    expect(filesIn(fetched.directory)).toEqual({})
  })

  test('a registry that limits how often it is asked is waited for, which is told', async () => {
    const isAsked = new Set<string>()
    const answer = (path: string) => {
      if (isAsked.has(path)) return undefined
      isAsked.add(path)
      return { status: 429, headers: { 'retry-after': '2' }, body: 'Rate limit exceeded' }
    }
    const fetched = await install(pdf, { answer })
    expect(outcomeOf(fetched)).toBe('fetched')
    const message = `${fetched.server.host} is busy, retrying in 2 seconds`
    expect(fetched.progress).toContainEqual({ phase: 'wait', message })
  })

  test('a slug of several owners names them', async () => {
    const body = { code: 'AMBIGUOUS_SKILL_SLUG', matches: [{ ref: '@a/pdf' }, { ref: '@b/pdf' }] }
    const { offers } = await install(pdf, { answer: () => ({ status: 409, body }) })
    expect(offers).toMatchObject({ ok: false, failure: { suggestions: ['Use one of: @a/pdf, @b/pdf'] } })
  })

  test('nobody listens', async () => {
    const options = { registry: 'http://127.0.0.1:9', http: { wait: async () => undefined } }
    expect(outcomeOf(await fetchFrom('clawhub', { skill: 'pdf', options }))).toBe('source_unavailable')
  })

  test('answers that are no JSON, or something else', async () => {
    for (const body of ['<html>', '[]', '{"skill":1}', '{}']) {
      expect(outcomeOf(await install(pdf, { answer: () => ({ body }) }))).toBe('source_unavailable')
    }
  })

  test('a version that does not exist', async () => {
    expect(outcomeOf(await install(pdf, {}, { skill: 'pdf@9.9.9' }))).toBe('skill_not_found')
  })
})

describe('skills that a repository holds', () => {
  const tools = createGateTools()

  async function handOff(contentHash: string | undefined, trusted: readonly string[]) {
    const git = await startGit({ 'skills/pdf/SKILL.md': skillText('pdf') })
    const github = { repo: 'owner/repo', path: 'skills/pdf', commit: git.commit(), contentHash }
    const wrong = { latest: null, install: { ok: true, slug: 'pdf', installKind: 'github', github } }
    return await install(pdf, wrong, { trusted, options: { mirrors: { 'github.com': git.url } } })
  }
  const text = skillText('pdf')
  const staged = { path: 'SKILL.md', size: text.length, sha256: tools.sha256(Buffer.from(text)), mode: 0o644 as const }

  test('are fetched from there, at the commit and with the sum that the registry names', async () => {
    const fetched = await handOff(folderHash([staged], tools), ['clawhub', 'github.com/owner/*'])
    expect(outcomeOf(fetched)).toBe('fetched')
    expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text })
  })

  test('are refused where the sum is another', async () => {
    expect(outcomeOf(await handOff('0'.repeat(64), ['clawhub', 'github.com/owner/*']))).toBe('integrity_mismatch')
  })

  test('need trust of their own', async () => {
    expect(outcomeOf(await handOff(undefined, ['clawhub']))).toBe('source_untrusted')
  })

  test('are refused where the registry says no', async () => {
    for (const [reason, code] of [
      ['github_scan_failed', 'scan_blocked'],
      ['github_upstream_removed', 'skill_not_found'],
      ['github_verification_pending', 'source_unavailable'],
    ] as const) {
      const answer = (path: string) =>
        path.includes('/install') ? { status: 403, body: { ok: false, reason } } : undefined
      expect(outcomeOf(await install(pdf, { latest: null, answer }))).toBe(code)
    }
  })

  test('the sum of a folder is the one of the registry', () => {
    const listed = Object.entries(CLAWHUB_FILES).map(([path, content]) => ({
      path,
      size: content.length,
      sha256: tools.sha256(Buffer.from(content)),
      mode: 0o644 as const,
    }))
    expect(folderHash(listed, tools)).toBe('00d7fe7c2f1c8d6467d0fdbdca4d6b8bb7c07ece777f58e8fba7a167d863cdd8')
  })
})
