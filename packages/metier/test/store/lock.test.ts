import { describe, expect, test } from 'vitest'
import { composeLock, type LockEntry, parseLock, withEntry } from '../../src/store/lock.js'

const entry: LockEntry = {
  source: 'clawhub',
  version: '1.0.0',
  commit: null,
  path: null,
  digest: 'sha256:1',
  files: [{ path: 'SKILL.md', size: 1, sha256: 'a'.repeat(64), mode: '0644' }],
  verdict: 'pass',
  ruleSet: '1',
  approval: null,
  installedAt: '2026-01-01T00:00:00.000Z',
}

function lockOf(skills: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) {
  return parseLock('skills.lock.json', JSON.stringify({ version: 1, skills, ...more }))
}

describe('the lock', () => {
  test('has one text for one content, whatever order it was made in', () => {
    const { path, digest, ...rest } = entry
    const first = lockOf({ b: entry, a: entry })
    const second = lockOf({ a: { digest, ...rest, path }, b: entry })
    expect(first.ok && second.ok && composeLock(first.value) === composeLock(second.value)).toBe(true)
    expect(first.ok && composeLock(first.value).indexOf('"a"')).toBeLessThan(
      (first.ok && composeLock(first.value).indexOf('"b"')) as number,
    )
  })

  test('keeps the keys it does not know, at the top, in an entry and in a file', () => {
    const files = [{ ...entry.files[0], note: 'f' }]
    const lock = lockOf({ a: { ...entry, files, signature: { by: 'x' } } }, { generator: 'other' })
    const text = lock.ok ? composeLock(lock.value) : ''
    expect(JSON.parse(text)).toMatchObject({
      generator: 'other',
      skills: { a: { signature: { by: 'x' }, files: [{ note: 'f' }] } },
    })
  })

  test('reads entries with and without a plugin, and writes them as they are', () => {
    const plugin = { plugin: 'tools', pluginVersion: '1.2.0', marketplace: { name: 'team', source: 'owner/repo' } }
    const lock = lockOf({ a: { ...entry, ...plugin }, b: { ...entry, plugin: 'tools' }, c: entry })
    const { skills } = JSON.parse(lock.ok ? composeLock(lock.value) : '{}')
    expect([skills.a, skills.b.plugin, skills.c.plugin]).toEqual([{ ...entry, ...plugin }, 'tools', undefined])
    expect(Object.keys(skills.a).slice(3, 7)).toEqual(['path', 'plugin', 'pluginVersion', 'marketplace'])
  })

  test('keeps the unknown keys of an entry that is replaced', () => {
    const lock = lockOf({ a: { ...entry, signature: 'x' } })
    const changed = lock.ok && withEntry(lock.value, 'a', { ...entry, version: '2.0.0' })
    expect(changed ? changed.skills.get('a') : undefined).toMatchObject({ version: '2.0.0', signature: 'x' })
  })

  const ARTIFACT = { kind: 'archive', url: 'https://x.example/a.zip', digest: `sha256:${'0'.repeat(64)}` }

  test('keeps the archive that a host published', () => {
    const lock = lockOf({ a: { ...entry, artifact: ARTIFACT } })
    expect(lock.ok && JSON.parse(composeLock(lock.value)).skills.a.artifact).toEqual(ARTIFACT)
  })

  test.each([
    ['no JSON', '{'],
    ['a merge conflict', '<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n'],
    ['another version', '{"version":2,"skills":{}}'],
    ['a name that leads elsewhere', JSON.stringify({ version: 1, skills: { '../x': entry } })],
    ['an entry without files', JSON.stringify({ version: 1, skills: { a: { ...entry, files: undefined } } })],
    [
      'a version of a plugin that is no text',
      JSON.stringify({ version: 1, skills: { a: { ...entry, pluginVersion: 2 } } }),
    ],
    ['a marketplace that is no object', JSON.stringify({ version: 1, skills: { a: { ...entry, marketplace: 'x' } } })],
    [
      'a marketplace with a source that is no text',
      JSON.stringify({ version: 1, skills: { a: { ...entry, marketplace: { source: 1 } } } }),
    ],
    ['a version that is no text', JSON.stringify({ version: 1, skills: { a: { ...entry, version: 2 } } })],
    [
      'an archive without a digest',
      JSON.stringify({ version: 1, skills: { a: { ...entry, artifact: { kind: 'archive' } } } }),
    ],
    [
      'an archive that is not on the web',
      JSON.stringify({ version: 1, skills: { a: { ...entry, artifact: { ...ARTIFACT, url: 'file:///x' } } } }),
    ],
    ['a commit that is no text', JSON.stringify({ version: 1, skills: { a: { ...entry, commit: {} } } })],
    [
      'a file outside the skill',
      JSON.stringify({ version: 1, skills: { a: { ...entry, files: [{ ...entry.files[0], path: '../../x' }] } } }),
    ],
  ])('with %s is refused, so that nothing is written over it', (_, text) => {
    expect(parseLock('skills.lock.json', text)).toMatchObject({ ok: false, failure: { code: 'system_error' } })
  })
})
