import { existsSync, linkSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startGit } from '../servers/git.js'
import { listen } from '../servers/listen.js'
import { skillText } from '../support/temporary.js'
import { fetchFrom, filesIn, messageOf, outcomeOf } from './fetching.js'

const trusted = ['github.com/owner/*']

/** The repository `owner/repo`, as if it lay at GitHub. */
function at(url: string, more: object = {}) {
  return { trusted, options: { mirrors: { 'github.com': url }, ...more } }
}

test('a skill of a repository is fetched at the commit that HEAD is', async () => {
  const server = await startGit({
    'skills/pdf/SKILL.md': skillText('pdf'),
    'skills/pdf/a/b.txt': 'b',
    'other.bin': 'x',
  })
  const fetched = await fetchFrom('owner/repo', at(server.url))
  expect(fetched.offers).toMatchObject({
    ok: true,
    value: [{ name: 'pdf', description: 'Does pdf', path: 'skills/pdf', commit: server.commit(), findings: [] }],
  })
  expect(fetched.bundle).toMatchObject({ ok: true, value: { files: [{ path: 'SKILL.md' }, { path: 'a/b.txt' }] } })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': skillText('pdf'), 'a/b.txt': 'b' })
})

test('a server that filters nothing, and gives no single objects, serves as well', async () => {
  const server = await startGit({ 'pdf/SKILL.md': skillText('pdf') }, false)
  const fetched = await fetchFrom('owner/repo', at(server.url))
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': skillText('pdf') })
})

test('without git the host’s archive of the commit is read, with the same result', async () => {
  const server = await startGit({
    'skills/pdf/SKILL.md': skillText('pdf'),
    'skills/pdf/a.txt': 'a',
    link: { linkTo: '/etc' },
  })
  const fetched = await fetchFrom('owner/repo', at(server.url, { git: false }))
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'pdf', commit: server.commit() }] })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': skillText('pdf'), 'a.txt': 'a' })
  expect(server.requests.filter((path) => path.includes('/archive/'))).toHaveLength(1)
})

test('several skills are several offers, in the usual places first; one can be asked for by folder or by name', async () => {
  const server = await startGit({
    'skills/a/SKILL.md': skillText('a'),
    'skills/b/SKILL.md': skillText('bee'),
    '.claude/skills/c/SKILL.md': skillText('c'),
    'deep/down/d/SKILL.md': skillText('d'),
  })
  const { offers } = await fetchFrom('owner/repo', at(server.url))
  expect(offers.ok && offers.value.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
  for (const [skill, path] of [
    ['b', 'skills/b'],
    ['bee', 'skills/b'],
    ['d', 'deep/down/d'],
  ] as const) {
    const one = await fetchFrom('owner/repo', { ...at(server.url), skill })
    expect(one.offers).toMatchObject({ ok: true, value: [{ name: skill, path }] })
  }
  expect(outcomeOf(await fetchFrom('owner/repo', { ...at(server.url), skill: 'none' }))).toBe('skill_not_found')
})

test('a repository that is one skill is called as the repository is', async () => {
  const server = await startGit({ 'SKILL.md': '# Words\n', 'a.txt': 'a', '.github/workflows/x.yml': 'x' })
  const fetched = await fetchFrom('owner/repo', at(server.url))
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ name: 'repo', path: '' }] })
  expect(fetched.bundle).toMatchObject({ ok: true, value: { leftOut: ['.github/workflows/x.yml'] } })
})

test('branches, tags, commits and paths; a page of a branch with a slash in its name', async () => {
  const server = await startGit({ 'pdf/SKILL.md': skillText('pdf', 'first') })
  const first = server.commit()
  server.git('tag', '--annotate', '--message=x', 'v1')
  server.git('checkout', '--quiet', '-b', 'feature/x')
  writeFileSync(join(server.folder, 'pdf/SKILL.md'), skillText('pdf', 'second'))
  server.git('commit', '--quiet', '--all', '--message=second')
  const second = server.commit()
  server.git('checkout', '--quiet', 'main')
  for (const [source, commit] of [
    ['owner/repo', first],
    ['owner/repo#v1', first],
    ['owner/repo#feature/x', second],
    [`owner/repo#${second}`, second],
    ['owner/repo#feature/x:pdf', second],
    ['https://github.com/owner/repo/tree/feature/x/pdf', second],
    ['owner/repo:pdf', first],
  ] as const) {
    expect((await fetchFrom(source, at(server.url))).offers, source).toMatchObject({ ok: true, value: [{ commit }] })
  }
  expect(outcomeOf(await fetchFrom('owner/repo#none', at(server.url)))).toBe('source_unavailable')
})

describe('hostile repositories', () => {
  test('security 6.24: hooks, filters and attributes of a repository do nothing', async () => {
    const server = await startGit({
      'SKILL.md': skillText('repo'),
      '.gitattributes': '* filter=evil\n',
      'hooks/post-checkout': '#!/bin/sh\ntouch /tmp/metier-evil\n',
      '.lfsconfig': '[lfs]\nurl = http://evil.example\n',
    })
    const fetched = await fetchFrom('owner/repo', at(server.url))
    expect(outcomeOf(fetched)).toBe('fetched')
    expect(existsSync('/tmp/metier-evil')).toBe(false)
    expect(filesIn(fetched.directory)['.lfsconfig']).toBeUndefined()
  })

  test.each([undefined, false] as const)(
    'security 6.7: a link inside a skill becomes the file; git: %s',
    async (git) => {
      const server = await startGit({
        'a/SKILL.md': skillText('a'),
        'a/CLAUDE.md': { linkTo: 'AGENTS.md' },
        'a/AGENTS.md': 'agents',
        'b/SKILL.md': { linkTo: 'README.md' },
        'b/README.md': skillText('b'),
        'a/link': { linkTo: '/etc/passwd' },
        'a/up': { linkTo: '../secret' },
        secret: 'secret',
      })
      const options = git === undefined ? at(server.url) : at(server.url, { git })
      const fetched = await fetchFrom('owner/repo', { ...options, skill: 'a' })
      expect(filesIn(fetched.directory)).toEqual({
        'AGENTS.md': 'agents',
        'CLAUDE.md': 'agents',
        'SKILL.md': skillText('a'),
      })
      expect(fetched.bundle).toMatchObject({
        ok: true,
        value: { leftOut: ['link', 'up'], links: [{ path: 'CLAUDE.md', target: 'AGENTS.md' }] },
      })
      const linked = await fetchFrom('owner/repo', { ...options, skill: 'b' })
      expect(filesIn(linked.directory)['SKILL.md']).toBe(skillText('b'))
    },
  )

  test('security 6.25: other repositories inside a skill are refused, beside it they do not matter', async () => {
    const server = await startGit({
      'a/SKILL.md': skillText('a'),
      'b/SKILL.md': skillText('b'),
    })
    expect(outcomeOf(await fetchFrom('owner/repo', { ...at(server.url), skill: 'b' }))).toBe('fetched')
    server.git('update-index', '--add', '--cacheinfo', `160000,${server.commit()},b/module`)
    server.git('commit', '--quiet', '--message=module')
    expect(messageOf(await fetchFrom('owner/repo', { ...at(server.url), skill: 'b' }))).toContain('(submodule)')
  })

  test('security 6.25: names that no file may have are refused, as in archives', async () => {
    const server = await startGit({ 'a/SKILL.md': skillText('a') })
    for (const name of ['a/skill.md', 'a/aux.md', 'a/b\\c', 'a/x:y']) {
      server.git('reset', '--quiet', '--hard', 'HEAD')
      const blob = server.git('rev-parse', 'HEAD:a/SKILL.md').trim()
      server.git('-c', 'core.protectNTFS=false', 'update-index', '--add', '--cacheinfo', `100644,${blob},${name}`)
      server.git('commit', '--quiet', '--message=name')
      expect(outcomeOf(await fetchFrom('owner/repo', at(server.url))), name).not.toBe('fetched')
      server.git('reset', '--quiet', '--hard', 'HEAD~1')
    }
  })

  test('a file that is in a hundred places is read once, so that no small repository fills the memory', async () => {
    const server = await startGit({ 'skills/s0/SKILL.md': skillText('s0', 'Does it', 'x'.repeat(1_500_000)) })
    for (let at = 1; at < 120; at++) {
      mkdirSync(join(server.folder, `skills/s${at}`))
      linkSync(join(server.folder, 'skills/s0/SKILL.md'), join(server.folder, `skills/s${at}/SKILL.md`))
    }
    server.git('add', '--all')
    server.git('commit', '--quiet', '--message=many')
    const { offers } = await fetchFrom('owner/repo', { ...at(server.url), skill: 's119' })
    expect(offers).toMatchObject({ ok: true, value: [{ name: 's119', description: 'Does it' }] })
  })

  test('a server that cannot give the files says so, and nothing is guessed from their names', async () => {
    const server = await startGit({ 'pdf/SKILL.md': skillText('pdf') })
    const blob = server.git('rev-parse', 'HEAD:pdf/SKILL.md').trim()
    rmSync(join(server.folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    expect((await fetchFrom('owner/repo', at(server.url))).offers).toMatchObject({
      ok: false,
      failure: { code: 'source_unavailable' },
    })
  })

  test('a pointer of Git LFS is noticed', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n'
    const server = await startGit({ 'SKILL.md': skillText('repo'), 'model.bin': pointer })
    const { bundle } = await fetchFrom('owner/repo', at(server.url))
    expect(bundle?.ok && bundle.value.warnings?.[0]).toContain('model.bin is a Git LFS pointer')
  })

  test('executable files keep that bit and no other', async () => {
    const server = await startGit({ 'SKILL.md': skillText('repo'), 'run.sh': 'x' })
    server.git('update-index', '--chmod=+x', 'run.sh')
    server.git('commit', '--quiet', '--message=mode')
    const fetched = await fetchFrom('owner/repo', at(server.url))
    expect(statSync(join(fetched.directory, 'run.sh')).mode & 0o7777).toBe(0o755)
    expect(statSync(join(fetched.directory, 'SKILL.md')).mode & 0o7777).toBe(0o644)
  })
})

test('security 6.26: a local repository is copied byte by byte, not cloned', async () => {
  const server = await startGit({ 'SKILL.md': skillText('repo') })
  symlinkSync('/etc/passwd', join(server.folder, '.git', 'evil'))
  const fetched = await fetchFrom(`local:${server.folder}`)
  expect(Object.keys(filesIn(fetched.directory))).toEqual(['SKILL.md'])
  expect(statSync(join(fetched.directory, 'SKILL.md')).nlink).toBe(1)
})

test('security 6.27: no credentials are asked for or sent', async () => {
  const server = await listen(() => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: 'no' }))
  const fetched = await fetchFrom('owner/repo', at(server.url))
  expect(outcomeOf(fetched)).toBe('source_unavailable')
  expect(server.requests).toHaveLength(1)
  expect(server.headers().authorization).toBeUndefined()
})

test('a redirect of a repository leads only where it is trusted', async () => {
  const real = await startGit({ 'SKILL.md': skillText('repo') })
  const old = await listen((path) => ({ status: 301, headers: { location: `${real.url}${path}` } }))
  const options = { mirrors: { 'github.com': old.url }, allowedHosts: [real.host] }
  expect(outcomeOf(await fetchFrom('owner/repo', { trusted, options }))).toBe('source_untrusted')
  const both = [...trusted, `${real.host}/*`]
  expect(outcomeOf(await fetchFrom('owner/repo', { trusted: both, options }))).toBe('fetched')
})

test.each(['/moved/repo', '/moved/*'])('trust in %s does not move with the repository', async (path) => {
  const { url, host } = await startGit({ 'SKILL.md': skillText('repo') })
  const fetched = await fetchFrom(`git+${url}/moved/repo`, { trusted: [`${host}${path}`] })
  expect(outcomeOf(fetched)).toBe('source_untrusted')
  expect(messageOf(fetched)).toContain('/owner/repo')
  expect(outcomeOf(await fetchFrom(`git+${url}/moved/repo`, { trusted: [`${host}/*`] }))).toBe('fetched')
})

test('security 6.19: git connects to the address that was checked, not to what the name leads to by then', async () => {
  const server = await startGit({ 'SKILL.md': skillText('repo') })
  // Nobody but our own lookup knows this name: git can only have got the address from us.
  const mirror = server.url.replace('127.0.0.1', 'git.example.invalid')
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  expect(outcomeOf(await fetchFrom('owner/repo', at(mirror, { http: { lookup } })))).toBe('fetched')
})

test('what is no repository says so and changes nothing', async () => {
  const server = await listen(() => ({ body: '<html>' }))
  const fetched = await fetchFrom('owner/repo', at(server.url))
  expect(outcomeOf(fetched)).toBe('source_unavailable')
  expect(filesIn(fetched.directory)).toEqual({})
})
