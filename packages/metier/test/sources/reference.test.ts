import { describe, expect, test } from 'vitest'
import { redactSecrets } from '../../src/sources/redact.js'
import { parseSourceReference } from '../../src/sources/reference.js'

const options = { home: '/home/u', workdir: '/project', registries: { team: 'https://hub.example.com/registry' } }

function parse(text: string) {
  const reference = parseSourceReference(text, options)
  return reference.ok ? reference.value : reference.failure.code
}

describe('C-21: every spelling of a source', () => {
  const github = { kind: 'git', identity: 'github.com/owner/repo', location: 'https://github.com/owner/repo' }

  test.each([
    ['clawhub', { kind: 'clawhub', identity: 'clawhub', location: '' }],
    ['clawhub:pdf', { kind: 'clawhub', identity: 'clawhub', path: 'pdf' }],
    ['clawhub:@owner/pdf@1.2.3', { kind: 'clawhub', path: '@owner/pdf', ref: '1.2.3' }],
    ['skills-sh:owner/repo/pdf', { kind: 'clawhub', identity: 'clawhub', path: 'skills-sh:owner/repo/pdf' }],
    ['team', { kind: 'clawhub', identity: 'team', location: 'https://hub.example.com/registry' }],
    ['team:pdf@latest', { kind: 'clawhub', identity: 'team', path: 'pdf', ref: 'latest' }],
    [
      'clawhub+https://hub.example.com/',
      { kind: 'clawhub', identity: 'hub.example.com', location: 'https://hub.example.com' },
    ],
    ['clawhub+http://127.0.0.1:80/x', { kind: 'clawhub', identity: '127.0.0.1:80/x', location: 'http://127.0.0.1/x' }],
    ['clawhub+https://hub.example.com#@owner/pdf@1.0', { identity: 'hub.example.com', path: '@owner/pdf', ref: '1.0' }],
    [
      'mcp:https://mcp.example.com/mcp',
      { kind: 'mcp', identity: 'mcp.example.com/mcp', location: 'https://mcp.example.com/mcp' },
    ],
    ['mcp:http://127.0.0.1:3000', { kind: 'mcp', identity: '127.0.0.1:3000', location: 'http://127.0.0.1:3000/' }],
    ['local:/srv/skills', { kind: 'local', identity: 'local:/srv/skills', location: '/srv/skills' }],
    ['local:~/skills', { kind: 'local', location: '/home/u/skills' }],
    ['local:skills/pdf.zip', { kind: 'local', location: '/project/skills/pdf.zip' }],
    ['../skills', { kind: 'local', location: '/skills' }],
    ['~/x', { kind: 'local', identity: 'local:/home/u/x' }],
    ['github.com/owner/repo', github],
    ['owner/repo', github],
    ['github:owner/repo', github],
    ['https://github.com/owner/repo.git', github],
    ['git+https://github.com/owner/repo', github],
    ['owner/repo#v1.2', { ...github, ref: 'v1.2' }],
    ['owner/repo#v1.2:skills/pdf', { ...github, ref: 'v1.2', path: 'skills/pdf' }],
    ['owner/repo#:skills/pdf', { ...github, path: 'skills/pdf' }],
    ['owner/repo:skills/pdf', { ...github, path: 'skills/pdf' }],
    ['github.com/owner/repo:skills/pdf', { ...github, path: 'skills/pdf' }],
    ['owner/repo/skills/pdf', { ...github, path: 'skills/pdf' }],
    ['https://github.com/owner/repo/tree/main/skills/pdf', { ...github, ref: 'main', path: 'skills/pdf' }],
    ['https://github.com/owner/repo/blob/main/skills/pdf/SKILL.md', { ...github, ref: 'main', path: 'skills/pdf' }],
    [
      'https://gitlab.com/group/sub/repo/-/tree/main/skills/pdf',
      { kind: 'git', identity: 'gitlab.com/group/sub/repo', ref: 'main', path: 'skills/pdf' },
    ],
    [
      'git@github.com:owner/repo.git',
      { kind: 'git', identity: github.identity, location: 'ssh://git@github.com/owner/repo.git' },
    ],
    ['ssh://git@host.example:2222/o/r.git#v1', { kind: 'git', identity: 'host.example:2222/o/r', ref: 'v1' }],
    ['https://git.example.com/team/repo.git', { kind: 'git', identity: 'git.example.com/team/repo' }],
    [
      'https://git.example.com/team/repo.git:skills/a',
      { kind: 'git', location: 'https://git.example.com/team/repo.git', path: 'skills/a' },
    ],
    ['https://skills.example.com', { kind: 'well-known', identity: 'skills.example.com' }],
    ['https://skills.example.com/team/', { kind: 'well-known', identity: 'skills.example.com/team' }],
    ['skills.example.com', { kind: 'well-known', location: 'https://skills.example.com/' }],
    ['http://127.0.0.1:8080', { kind: 'well-known', identity: '127.0.0.1:8080' }],
    ['https://example.com/a/pdf.zip', { kind: 'url', identity: 'example.com/a/pdf.zip' }],
    ['https://example.com/pdf/SKILL.md', { kind: 'url' }],
    [
      'https://github.com/owner/repo/archive/v1.tar.gz',
      { kind: 'url', identity: 'github.com/owner/repo/archive/v1.tar.gz' },
    ],
  ])('%s', (text, expected) => {
    expect(parse(text)).toMatchObject(expected)
  })
})

describe('security 6.22 and 6.23: what is no source, whatever it looks like', () => {
  test.each([
    '',
    '-oProxyCommand=x',
    '--upload-pack=touch /tmp/x',
    'ext::sh -c touch% /tmp/x',
    'EXT::sh',
    'fd::17',
    'file:///etc',
    'FILE:///etc',
    'git://example.com/x.git',
    'ssh://-oProxyCommand=x/owner/repo',
    'ssh://git@-host/owner/repo',
    '-u@host:repo',
    'git@host:-repo',
    'owner/repo#-x',
    'owner/repo#--upload-pack=x',
    'owner/repo#a..b',
    'owner/repo#x.lock',
    'owner/repo#@{u}',
    'owner/repo:../../etc',
    'owner/repo#main:a\\b',
    'https://github.com/owner',
    'https://user:pass@github.com/owner/repo',
    'https://user:pass@example.com/x.zip',
    'ssh://git:pass@host.example/o/r.git',
    'javascript:alert(1)',
    'clawhub:../x',
    'skills-sh:owner/pdf',
    'skills-sh:owner/../pdf',
    'skills-sh:owner/repo/pdf/x',
    'clawhub:pdf@--x',
    'word',
    'clawhub+ssh://git@host.example/o/r',
    'clawhub+file:///etc',
    'clawhub+https:///host.example',
    'clawhub+https://user:pass@host.example',
    'clawhub+https://host.example?x=1',
    'clawhub+https://host.example#../x',
    'mcp:https://me:secret@example.com',
    'mcp:https://example.com/mcp?token=1',
    'mcp:https:///example.com',
    'mcp:stdio',
    'clawhub+host.example',
    'a\nb',
    `https://example.com/${'x'.repeat(3000)}`,
  ])('%j', (text) => {
    expect(parse(text)).toBe('source_untrusted')
  })

  test.each(['git://127.0.0.1/bare.git', 'file:///srv/bare.git', 'ftp://host.example/x'])(
    '%s says what is wrong and what is accepted',
    (text) => {
      const reference = parseSourceReference(text)
      const { message = '', suggestions = [] } = reference.ok ? {} : reference.failure
      expect(message).toBe(
        `'${text}' is not a valid source: this protocol is not allowed; use https, ssh or local:/path`,
      )
      expect(suggestions).toEqual([expect.stringContaining('Use clawhub, local:/path, github.com/owner/repo')])
    },
  )
})

describe('security 6.28: what is shown and kept of an address has no secrets', () => {
  test.each([
    ['https://user:secret@example.com/x.zip', 'https://example.com/x.zip'],
    ['fatal: https://token@example.com/x failed', 'fatal: https://example.com/x failed'],
    ['https://example.com/x.zip?token=abc&v=1', 'https://example.com/x.zip?token=***&v=1'],
    ['https://example.com/x.zip?X-Amz-Signature=abc', 'https://example.com/x.zip?X-Amz-Signature=***'],
    [`https://example.com/x.zip?v=${'a'.repeat(30)}`, 'https://example.com/x.zip?v=***'],
  ])('%s', (text, shown) => {
    expect(redactSecrets(text)).toBe(shown)
  })

  test('a reference shows none, and neither does its refusal', () => {
    expect(parse('https://example.com/x.zip?token=abc')).toMatchObject({ text: 'https://example.com/x.zip?token=***' })
    expect(JSON.stringify(parseSourceReference('https://me:hunter2@example.com/x.zip'))).not.toContain('hunter2')
  })
})
