/** A slip in a configuration never allows what the configuration forbids. */

import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Configuration, readConfiguration } from '../../src/manager/settings/configuration.js'
import { loadSettings } from '../../src/manager/settings/settings.js'
import type { Diagnostic } from '../../src/skill/diagnostic.js'
import { temporaryFolder } from '../support/temporary.js'

function read(text: string): Configuration {
  return readConfiguration(join(temporaryFolder({ 'config.json': text }), 'config.json'), [])
}

const NARROW = {
  skills: {
    trustedSources: ['local:*'],
    trustProject: 'never',
    entries: { pdf: { enabled: false, env: { KEY: 'value' } }, docx: { enabled: true } },
    disabled: ['weather', '@me/mail'],
  },
  policy: { deny: ['rm'], default: { read: 'deny' } },
}
const TEXT = JSON.stringify(NARROW, null, 2)

describe('what only differs from JSON in commas, comments and quotes is understood whole', () => {
  test.each([
    ['a comma too many', TEXT.replace('"@me/mail"', '"@me/mail",')],
    ['a comma missing between settings', TEXT.replace('"never",', '"never"')],
    ['a comma missing in a list', TEXT.replace('"weather",', '"weather"')],
    ['comments', TEXT.replace('{', '{ // mine, all mine\n # and\n /* so\n on */')],
    ['single quotes', TEXT.replaceAll('"', "'")],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(NARROW)
  })

  test('nothing at all is no setting', () => {
    expect(read(' \n')).toEqual({})
  })
})

describe('of what is broken, what can be read holds', () => {
  test('C-30: an end that is missing keeps what stood before it', () => {
    const { skills } = read(TEXT.slice(0, TEXT.indexOf('"policy"')))
    expect(skills).toMatchObject({ trustedSources: ['local:*'], trustProject: 'never' })
    expect(skills?.disabled).toEqual(expect.arrayContaining(['weather', '@me/mail', 'pdf']))
  })

  test('what is mentioned and was not read counts as the strictest: no source, no project, no call unasked', () => {
    expect(
      read('{ "skills": { "disabled": ["a"] } } sandbox trustedSources requireSignature trustProject: policy'),
    ).toEqual({
      skills: { trustedSources: [], requireSignature: ['*'], trustProject: 'ask', disabled: ['a'] },
      policy: { ask: ['*'] },
      sandbox: 'require',
    })
  })

  test.each(['{ "skills": { "disabled": ["a"', '{"skills":{"trustPro', '{bad'])(
    '%s: what was not read is strict',
    (text) => {
      expect(read(text)).toMatchObject({
        skills: { trustProject: 'ask', trustedSources: [], requireSignature: ['*'] },
        policy: { ask: ['*'] },
        sandbox: 'require',
      })
    },
  )

  test('a section that was read whole is as it was written', () => {
    expect(read('{ "skills": { "disabled": ["a"] }')).toEqual({
      skills: { disabled: ['a'] },
      policy: { ask: ['*'] },
      sandbox: 'require',
    })
  })

  test('the message says so, with the place', () => {
    const file = join(temporaryFolder({ 'config.json': '{\n  "skills": {\n    "disabled": ["a"\n' }), 'config.json')
    const diagnostics: Diagnostic[] = []
    readConfiguration(file, diagnostics)
    expect(diagnostics).toMatchObject([
      { code: 'config_malformed', line: 4, column: 1, suggestion: expect.stringContaining('Until you fix the file') },
    ])
  })

  test('a key of Object is a key', () => {
    expect(loadSettings({ user: read('{ "__proto__": { "a": 1 } x'), project: undefined }).disabled).toEqual(new Set())
    expect('a' in {}).toBe(false)
  })

  test('a hundred thousand brackets are no more than one', () => {
    expect(read(`{ "skills": { "disabled": ["a"], "x": ${'['.repeat(100_000)}`).skills?.disabled).toContain('a')
  })

  /** Every letter may be lost or another one but those that say what is off. */
  test.each(['lost', 'other'])('no single letter that is %s switches a skill on', (slip) => {
    const spared = ['disabled', 'weather', '@me/mail', 'pdf', 'enabled', 'false'].flatMap((word) => {
      const from = TEXT.indexOf(word)
      return Array.from({ length: word.length }, (_, at) => from + at)
    })
    for (let at = 0; at < TEXT.length; at++) {
      if (spared.includes(at)) continue
      const text = TEXT.slice(0, at) + (slip === 'lost' ? '' : '}') + TEXT.slice(at + 1)
      const { disabled } = loadSettings({ user: read(text), project: undefined })
      expect([...disabled], text.slice(at - 20, at + 20)).toEqual(
        expect.arrayContaining(['weather', '@me/mail', 'pdf']),
      )
    }
  })

  test('any text at all is read to its end', () => {
    const word = fc.constantFrom(...'{}[]:,"\'/#*\\\n '.split(''), 'disabled', 'skills', 'x', '1', 'true')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        expect(typeof loadSettings({ user: read(words.join('')), project: undefined })).toBe('object')
      }),
      { numRuns: 300 },
    )
  })
})

describe('of what is JSON but not right, the stricter reading holds', () => {
  test.each([
    ['a text in place of the list', '{ "skills": { "disabled": "pdf" } }'],
    ['an object in place of the list', '{ "skills": { "disabled": { "pdf": true } } }'],
    ['a number in the list', '{ "skills": { "disabled": [1, "pdf"] } }'],
    ['a switch in quotes', '{ "skills": { "entries": { "pdf": { "enabled": "false" } } } }'],
  ])('%s: the skill stays off', (_, text) => {
    expect(loadSettings({ user: read(text), project: undefined }).disabled).toContain('pdf')
  })

  test.each([
    ['trustProject', '{ "skills": { "trustProject": "nevr" } }', { trustProject: 'never' }],
    ['sandbox', '{ "sandbox": "of" }', { sandbox: 'require' }],
    ['trustedSources', '{ "skills": { "trustedSources": 1 } }', { trustedSources: [] }],
    ['requireSignature', '{ "skills": { "requireSignature": true } }', { requireSignature: ['*'] }],
    ['a source of it', '{ "skills": { "requireSignature": ["clawhub", 1] } }', { requireSignature: ['*'] }],
    ['a key', '{ "skills": { "trustedKeys": [1, { "key": "MFkw" }] } }', { trustedKeys: [{ key: 'MFkw' }] }],
    ['a denial', '{ "policy": { "deny": ["rm", 1] } }', { policy: { deny: ['rm'], ask: ['*'] } }],
    ['a key of the policy', '{ "policy": { "denny": ["rm"] } }', { policy: { ask: ['*'] } }],
    [
      'a default',
      '{ "policy": { "default": { "read": "no" } } }',
      { policy: { default: { read: 'ask' }, ask: ['*'] } },
    ],
  ])('%s', (_, text, settings) => {
    expect(loadSettings({ user: read(text), project: undefined })).toMatchObject(settings)
  })

  test('a key that is nearly right is reported and read as the right one', () => {
    const file = join(temporaryFolder({ 'config.json': '{ "skils": { "disable": ["pdf"] } }' }), 'config.json')
    const diagnostics: Diagnostic[] = []
    expect(readConfiguration(file, diagnostics)).toEqual({ skills: { disabled: ['pdf'] } })
    expect(diagnostics).toMatchObject([
      { code: 'config_unknown_key', column: 3, suggestion: "Read as 'skills'; fix the spelling" },
      { code: 'config_unknown_key', column: 14, suggestion: "Read as 'disabled'; fix the spelling" },
    ])
  })

  test('where the right one stands beside it, it is left out', () => {
    expect(read('{ "skills": { "disable": ["a"], "disabled": ["b"] } }')).toEqual({ skills: { disabled: ['b'] } })
  })
})
