import { expect, test } from 'vitest'
import { isTrustedSource } from '../../../src/gate/trust.js'
import { parseSourceReference } from '../../../src/sources/reference.js'
import { createSources } from '../../../src/sources/sources.js'
import { integrityOf, packPackage, startNpmRegistry } from '../../servers/npm.js'
import { startHost } from '../../servers/well-known.js'
import { skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { filesIn, messageOf, outcomeOf } from '../fetching.js'

interface Asking {
  readonly user?: string
  readonly project?: string
  readonly variables?: Readonly<Record<string, string>>
  readonly trusted: readonly string[]
  readonly skill?: string
  readonly isForgotten?: boolean
}

/** Resolves and fetches with these two `.npmrc` files. */
async function fetchPackage(text: string, { user = '', project, variables = {}, trusted, skill, isForgotten }: Asking) {
  const home = temporaryFolder()
  const workdir = temporaryFolder()
  writeFiles(home, { '.npmrc': user })
  if (project !== undefined) writeFiles(workdir, { '.npmrc': project })
  const reference = parseSourceReference(text, { home, workdir, variables })
  if (!reference.ok) return { offers: reference, bundle: undefined, directory: '', progress: [] }
  const source = createSources({ npm: { home, workdir }, variables }).npm
  const context = { isTrusted: (identity: string) => isTrustedSource(identity, trusted) }
  const directory = temporaryFolder()
  const offers = await source.resolve(reference.value, { skill }, context)
  const [first] = offers.ok ? offers.value : []
  const offer = isForgotten === true && first !== undefined ? { ...first } : first
  const bundle = offer && (await source.fetch(reference.value, offer, directory, context))
  return { offers, bundle, directory, progress: [], reference: reference.value }
}

const pdf = skillText('pdf')
const files = { 'package.json': '{"scripts":{"postinstall":"node x.js"}}', 'skills/pdf/SKILL.md': pdf, 'x.js': 'x' }

test('a skill of a package is the folder below skills, and nothing else of the package', async () => {
  const registry = await startNpmRegistry({ tools: { '1.0.0': { files, record: { hasInstallScript: true } } } })
  const fetched = await fetchPackage('npm:tools', { user: `registry=${registry.url}`, trusted: [registry.host] })
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', path: 'skills/pdf', version: '1.0.0' }] })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': pdf })
  expect(fetched.bundle).toMatchObject({
    ok: true,
    value: { warnings: ['The package has install scripts, which were not run'] },
  })
  expect(registry.requests).toEqual(['/tools', '/tools/-/1.0.0.tgz'])
})

test('a SKILL.md at the root is the package; dist/skills counts if skills has none', async () => {
  const registry = await startNpmRegistry({
    '@acme/pdf': { '1.0.0': { files: { 'SKILL.md': pdf, 'skills/other/SKILL.md': skillText('other') } } },
    built: { '1.0.0': { files: { 'dist/skills/pdf/SKILL.md': pdf, 'lib/x.js': '' } } },
  })
  const setting = { user: `registry=${registry.url}`, trusted: [registry.host] }
  const root = await fetchPackage('npm:@acme/pdf', setting)
  expect(root.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', path: '' }] })
  const built = await fetchPackage('npm:built', setting)
  expect(built.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', path: 'dist/skills/pdf' }] })
  expect(filesIn(built.directory)).toEqual({ 'SKILL.md': pdf })
})

test('one skill of several, in the source or by name', async () => {
  const both = { 'skills/pdf/SKILL.md': pdf, 'skills/docx/SKILL.md': skillText('docx') }
  const registry = await startNpmRegistry({ tools: { '1.0.0': { files: both } } })
  const setting = { user: `registry=${registry.url}`, trusted: [registry.host] }
  const named = await fetchPackage('npm:tools/docx', setting)
  expect(named.offers).toMatchObject({ ok: true, value: [{ name: 'docx' }] })
  expect((await fetchPackage('npm:tools', { ...setting, skill: 'pdf' })).offers).toMatchObject({
    value: [{ name: 'pdf' }],
  })
  expect(messageOf(await fetchPackage('npm:tools/docx', { ...setting, skill: 'pdf' }))).toContain("not match 'pdf'")
  expect(outcomeOf(await fetchPackage('npm:tools/xlsx', setting))).toBe('skill_not_found')
})

test('the version: latest, a tag, an exact one, the newest of a range, never a deprecated one if there is another', async () => {
  const release = (text: string) => ({ files: { 'SKILL.md': skillText('pdf', text) } })
  const registry = await startNpmRegistry(
    {
      pdf: {
        '1.0.0': release('one'),
        '1.2.0': release('two'),
        '1.3.0': { ...release('three'), record: { deprecated: 'broken' } },
        '2.0.0': release('four'),
        '2.1.0-beta.1': release('five'),
      },
    },
    { latest: { pdf: '2.0.0' } },
  )
  const setting = { user: `registry=${registry.url}`, trusted: [registry.host] }
  const version = async (text: string) => {
    const { offers } = await fetchPackage(text, setting)
    return offers.ok ? offers.value[0]?.version : offers.failure.suggestions[0]
  }
  expect(await version('npm:pdf')).toBe('2.0.0')
  expect(await version('npm:pdf@next')).toBe('2.1.0-beta.1')
  expect(await version('npm:pdf@1.3.0')).toBe('1.3.0')
  expect(await version('npm:pdf@^1.0.0')).toBe('1.2.0')
  expect(await version('npm:pdf@>=1 <3')).toBe('2.0.0')
  expect(await version('npm:pdf@^3')).toBe('Latest versions: 2.1.0-beta.1, 2.0.0, 1.3.0, 1.2.0, 1.0.0')
})

test('bytes other than the promised ones are refused, before and after the offer', async () => {
  const wrong = integrityOf(new TextEncoder().encode('other'))
  const weak = `sha256-${Buffer.alloc(32).toString('base64')}`
  const right = integrityOf(packPackage(files))
  const registry = await startNpmRegistry({
    wrong: { '1.0.0': { files, integrity: wrong } },
    // The strongest algorithm decides, whatever a weaker digest says.
    mixed: { '1.0.0': { files, integrity: `${integrityOf(packPackage(files), 'sha256')} ${wrong}` } },
    strong: { '1.0.0': { files, integrity: `${weak} ${right}` } },
  })
  const setting = { user: `registry=${registry.url}`, trusted: [registry.host] }
  expect(outcomeOf(await fetchPackage('npm:wrong', setting))).toBe('integrity_mismatch')
  expect(outcomeOf(await fetchPackage('npm:mixed', setting))).toBe('integrity_mismatch')
  expect(outcomeOf(await fetchPackage('npm:strong', setting))).toBe('fetched')
  expect(outcomeOf(await fetchPackage('npm:strong', { ...setting, isForgotten: true }))).toBe('fetched')
})

test('a package with only a SHA-1 has no digest, which asks for consent', async () => {
  const registry = await startNpmRegistry({ old: { '1.0.0': { files, integrity: null } } })
  const setting = { user: `registry=${registry.url}`, trusted: [registry.host] }
  const fetched = await fetchPackage('npm:old', setting)
  expect(fetched.offers).toMatchObject({ value: [{ findings: [{ rule: 'SK-SC006', severity: 'warn' }] }] })
  const other = await startNpmRegistry({ old: { '1.0.0': { files, integrity: 'sha1-AAAA' } } })
  const weak = await fetchPackage('npm:old', { user: `registry=${other.url}`, trusted: [other.host] })
  expect(weak.offers).toMatchObject({ value: [{ findings: [{ rule: 'SK-SC006' }] }] })
})

test('hostile archives and records', async () => {
  const registry = await startNpmRegistry(
    { a: { '1.0.0': { files } } },
    { answer: (path) => (path === '/renamed' ? { body: { name: 'other', versions: {} } } : undefined) },
  )
  const setting = { user: `registry=${registry.url}`, trusted: [registry.host] }
  expect(outcomeOf(await fetchPackage('npm:renamed', setting))).toBe('integrity_mismatch')
  expect(outcomeOf(await fetchPackage('npm:a@constructor', setting))).toBe('skill_not_found')
  expect(messageOf(await fetchPackage('npm:missing', setting))).toBe(`${registry.host} has no package 'missing'`)
  const out = await startNpmRegistry({ out: { '1.0.0': { files: { '../../x/SKILL.md': pdf } } } })
  const fetched = await fetchPackage('npm:out', { user: `registry=${out.url}`, trusted: [out.host] })
  expect(messageOf(fetched)).toContain('(traversal)')
})

test('an archive on another host needs trust of its own, and never gets the token', async () => {
  const archive = packPackage(files)
  const other = await startHost({ '/tools.tgz': archive })
  const registry = await startNpmRegistry({ tools: { '1.0.0': { files, tarball: `${other.url}/tools.tgz` } } })
  const user = `registry=${registry.url}\n//${registry.host}/:_authToken=secret\n//${other.host}/:_authToken=secret`
  const refused = await fetchPackage('npm:tools', { user, trusted: [registry.host] })
  expect(outcomeOf(refused)).toBe('source_untrusted')
  expect(other.requests).toEqual([])
  const fetched = await fetchPackage('npm:tools', { user, trusted: [registry.host, other.host] })
  expect(outcomeOf(fetched)).toBe('fetched')
  expect(registry.authorizations.get('/tools')).toBe('Bearer secret')
  expect(other.headers().authorization).toBeUndefined()
})

test('a redirect never gets the token, even on the same host', async () => {
  const registry = await startNpmRegistry(
    { tools: { '1.0.0': { files } } },
    { answer: (path) => (path === '/moved' ? { status: 302, headers: { location: '/tools' } } : undefined) },
  )
  const user = `registry=${registry.url}\n//${registry.host}/:_authToken=secret`
  await fetchPackage('npm:moved', { user, trusted: [registry.host] })
  expect(registry.authorizations.get('/moved')).toBe('Bearer secret')
  expect(registry.authorizations.get('/tools')).toBe('')
})
