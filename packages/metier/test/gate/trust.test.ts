import { describe, expect, test } from 'vitest'
import {
  checkTrustPattern,
  DEFAULT_TRUSTED_SOURCES,
  isRestrictedSource,
  isTrustedSource,
} from '../../src/gate/trust.js'
import { parseSourceReference } from '../../src/sources/reference.js'

/** Whether a source, as somebody writes it, is covered by a pattern. */
function trusts(pattern: string, source: string): boolean {
  const reference = parseSourceReference(source, { home: '/home/u', workdir: '/work' })
  return reference.ok && isTrustedSource(reference.value.identity, [pattern])
}

describe('C-27: what is trusted by default', () => {
  test.each(['clawhub', 'clawhub:pdf@1.0.0', 'local:/anywhere', './here', '~/skills'])('%s', (source) => {
    expect(DEFAULT_TRUSTED_SOURCES.some((pattern) => trusts(pattern, source))).toBe(true)
  })

  test.each(['github.com/openclaw/skills', 'openclaw/skills', 'https://clawhub.example.com', 'https://clawhub/x'])(
    'not %s',
    (source) => {
      expect(DEFAULT_TRUSTED_SOURCES.some((pattern) => trusts(pattern, source))).toBe(false)
    },
  )
})

describe('C-28: patterns cover', () => {
  test.each([
    ['github.com/openclaw/*', 'openclaw/skills'],
    ['github.com/openclaw/*', 'github.com/openclaw/skills'],
    ['github.com/openclaw/*', 'https://github.com/OpenClaw/Skills.git'],
    ['github.com/openclaw/*', 'https://GITHUB.com./openclaw/skills/tree/main/skills/pdf'],
    ['github.com/openclaw/*', 'git@github.com:openclaw/skills.git'],
    ['github.com/openclaw/*', 'ssh://git@github.com/openclaw/skills.git'],
    ['GitHub.com/OpenClaw/*', 'openclaw/skills'],
    ['https://github.com/openclaw/*', 'openclaw/skills'],
    ['github.com/openclaw/skill-*', 'openclaw/skill-pdf'],
    ['github.com/*/skills', 'anyone/skills'],
    ['github.com', 'anyone/anything'],
    ['skills.example.com', 'https://skills.example.com/team/a.zip'],
    ['*.example.com', 'https://a.b.example.com/x.zip'],
    ['b\u00fccher.example', 'https://xn--bcher-kva.example/x.zip'],
    ['xn--bcher-kva.example', 'https://B\u00dcCHER.example/x.zip'],
    ['127.0.0.1:8080/*', 'http://127.0.0.1:8080/x.zip'],
    ['local:/srv/skills/*', 'local:/srv/skills/team/pdf'],
    ['local:/srv/skills', 'local:/srv/skills/'],
    ['local:*', '/tmp/x'],
  ])('%s covers %s', (pattern, source) => {
    expect(trusts(pattern, source)).toBe(true)
  })
})

describe('security 6.18: patterns are compared part by part, and do not cover', () => {
  test.each([
    ['github.com/openclaw/*', 'openclaw-evil/skills'],
    ['github.com/openclaw/*', 'https://github.com.evil.example/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://evil.example/github.com/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://evilgithub.com/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://github.com@evil.example/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://github.com:443@evil.example/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://github.com:8443/openclaw/skills.git'],
    ['github.com/openclaw/*', 'http://github.com/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://github.com/openclaw/../evil/skills'],
    ['github.com/openclaw/*', 'https://github.com/openclaw%2f..%2fevil/skills'],
    ['github.com/openclaw/*', 'https://github.com\\@evil.example/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://g\u0131thub.com/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https://\u0433ithub.com/openclaw/skills.git'],
    ['github.com/openclaw/*', 'https:///github.com/openclaw/skills.git'],
    ['*.example.com', 'https://example.com/x.zip'],
    ['*.example.com', 'https://evilexample.com/x.zip'],
    ['example.com', 'https://example.com:444/x.zip'],
    ['example.com', 'https://sub.example.com/x.zip'],
    ['example.com/skills/*', 'https://example.com/skillsets/x.zip'],
    ['example.com/skills/*', 'https://example.com/Skills/x.zip'],
    ['clawhub', 'https://clawhub/'],
    ['clawhub', 'clawhub/skills'],
    ['local:/srv/skills/*', 'local:/srv/skills'],
    ['local:/srv/skills/*', 'local:/srv/skills-evil/x'],
    ['local:/srv/skills/*', 'local:/srv/skills/../../etc'],
    ['local:*', 'https://local/x.zip'],
  ])('%s does not cover %s', (pattern, source) => {
    expect(trusts(pattern, source)).toBe(false)
  })

  test.each([
    'github.com/openclaw/skills@evil',
    'github.com/openclaw/..',
    'github.com/openclaw/%2e%2e/x',
    'user@github.com/openclaw/x',
    'github.com\\openclaw\\x',
    'local:relative',
    'local:/srv/../etc',
    '',
  ])('an identity that could be read in two ways is trusted by nothing: %j', (identity) => {
    const patterns = ['github.com/*', 'github.com/openclaw/*', 'local:*', 'local:/srv/*']
    expect(isTrustedSource(identity, patterns)).toBe(false)
  })
})

describe('a pattern is checked before it is kept', () => {
  test.each([
    ['https://GitHub.com/OpenClaw/*', 'github.com/openclaw/*'],
    [' clawhub ', 'clawhub'],
    ['b\u00fccher.example', 'xn--bcher-kva.example'],
    ['Skills.Example.com./Team', 'skills.example.com/Team'],
    ['local:/srv/*', 'local:/srv/*'],
  ])('%j becomes %j', (pattern, kept) => {
    expect(checkTrustPattern(pattern)).toEqual({ ok: true, value: kept })
  })

  test.each([
    '*',
    '*.com',
    '**',
    'github.com/**/x',
    'https://user:pass@github.com/x',
    'http://example.com/*',
    'git@github.com:owner/*',
    'a*.example.com',
    'local:relative/*',
    'local:/srv/*/deep',
    'local:~/skills',
    'example.com/../x',
    'example.com:99999/x',
    '',
  ])('%j is refused', (pattern) => {
    expect(checkTrustPattern(pattern)).toMatchObject({ ok: false, failure: { code: 'source_untrusted' } })
    expect(isTrustedSource('example.com/x', [pattern])).toBe(false)
  })

  test('a pattern with many stars is compared in no time', () => {
    const pattern = `example.com/${'*a'.repeat(60)}*`
    expect(isTrustedSource(`example.com/${'a'.repeat(59)}b${'a'.repeat(200)}`, [pattern])).toBe(true)
    expect(isTrustedSource(`example.com/${'a'.repeat(59)}`, [pattern])).toBe(false)
  })
})

test.each([
  ['127.0.0.1', '127.0.0.1:7400', true],
  ['hub.example.com', 'hub.example.com:8443', true],
  ['hub.example.com', 'hub.example.com', true],
  ['hub.example.com/skills', 'hub.example.com:8443/skills', true],
  ['hub.example.com:8443', 'hub.example.com:8443', true],
  ['hub.example.com:8443', 'hub.example.com', false],
  ['hub.example.com:8443', 'hub.example.com:9443', false],
  ['hub.example.com', 'hub.example.com.evil.test:8443', false],
])('the restriction %s covers %s: %s', (pattern, identity, isCovered) => {
  expect(isRestrictedSource(identity, [pattern])).toBe(isCovered)
  // Trust is never widened by a port that is left out.
  if (identity.includes(':') && !pattern.includes(':')) expect(isTrustedSource(identity, [pattern])).toBe(false)
})

test('a host with an accent stays covered, however many were compared before', () => {
  for (let at = 0; at < 20_000; at++) isTrustedSource('skills.example.com/a', ['skills.example.com'])
  expect(trusts('xn--bcher-kva.example', 'https://BÜCHER.example/x.zip')).toBe(true)
})
