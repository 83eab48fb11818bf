import { describe, expect, test } from 'vitest'
import { readTraits } from '../../../src/skill/metadata/metadata.js'

const NONE = new Map<string, string>()

/** The codes and pointers that a frontmatter raises. */
function issuesOf(frontmatter: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const issues: [string, string][] = []
  readTraits(frontmatter, NONE, (code, pointer) => issues.push([code, pointer]))
  return issues
}

describe('texts', () => {
  test('a skill that says nothing has no texts, empty lists, and may be invoked by both', () => {
    expect(readTraits({ name: 'pdf', description: 'Reads PDFs' }, undefined)).toEqual({
      requirements: expect.objectContaining({ bins: [], always: false }),
      install: [],
      tags: [],
      triggers: [],
      allowedTools: [],
      arguments: [],
      userInvocable: true,
      modelInvocable: true,
      localisedDescriptions: {},
    })
  })

  test('a number is told as its author wrote it, not as its type prints', () => {
    const traits = readTraits({ version: 1, license: true }, new Map([['/version', '1.0']]))
    expect(traits.version).toBe('1.0')
    expect(traits.license).toBe('true')
  })

  test('emoji, homepage, version, author and license are found below metadata too, the top level first', () => {
    const metadata = { author: 'Ann', version: '2', clawdbot: { emoji: '🌤️', homepage: 'https://example.org' } }
    expect(readTraits({ version: '3', metadata }, undefined)).toMatchObject({
      emoji: '🌤️',
      homepage: 'https://example.org',
      author: 'Ann',
      version: '3',
    })
  })

  test('an author may be a mapping with a name', () => {
    expect(readTraits({ author: { name: 'Ann', url: 'https://example.org' } }, undefined).author).toBe('Ann')
  })

  test.each([
    ['when_to_use', 'whenToUse'],
    ['when-to-use', 'whenToUse'],
    ['argument-hint', 'argumentHint'],
    ['argumentHint', 'argumentHint'],
    ['compatibility', 'compatibility'],
    ['model', 'model'],
    ['context', 'context'],
    ['agent', 'agent'],
  ] as const)('%s is read as %s', (key, trait) => {
    expect(readTraits({ [key]: ' text ' }, undefined)[trait]).toBe('text')
  })

  test.each([
    [{ description_zh: '天气' }, { zh: '天气' }],
    [{ 'description-pt-BR': 'Tempo' }, { 'pt-BR': 'Tempo' }],
    [{ descriptions: { de: 'Wetter', fr: 7 } }, { de: 'Wetter' }],
    [{ metadata: { i18n: { ja: { description: '天気' } } } }, { ja: '天気' }],
    [{ description_template: 'x' }, {}],
  ])('descriptions in other languages: %j', (frontmatter, expected) => {
    expect(readTraits(frontmatter, undefined).localisedDescriptions).toEqual(expected)
  })
})

describe('lists', () => {
  test.each([
    ['a list', ['weather', 'rain']],
    ['a comma-separated string', 'weather, rain'],
  ])('tags may be %s', (_, tags) => {
    expect(readTraits({ tags }, undefined).tags).toEqual(['weather', 'rain'])
  })

  test('keywords are tags, and repeated ones stand once', () => {
    expect(readTraits({ tags: ['a'], keywords: 'a, b' }, undefined).tags).toEqual(['a', 'b'])
  })

  test('a trigger is a phrase, so a comma does not split it', () => {
    expect(readTraits({ trigger: 'rain, snow or sun?' }, undefined).triggers).toEqual(['rain, snow or sun?'])
  })

  test.each([
    ['space-separated', 'Bash(git:*) Read', ['Bash(git:*)', 'Read']],
    ['space-separated with blanks inside brackets', 'Bash(git add *) Read', ['Bash(git add *)', 'Read']],
    ['comma-separated', 'Bash(a, b), Read', ['Bash(a, b)', 'Read']],
    ['a list', ['Read', 'Bash(git add *)'], ['Read', 'Bash(git add *)']],
    ['a single word', 'Bash', ['Bash']],
    ['never closed, which pre-approves nothing but itself', 'Bash(git Read Write', ['Bash(git Read Write']],
    ['nothing', '', []],
    ['no text at all', { Bash: true }, []],
  ])('allowed-tools: %s', (_, written, names) => {
    expect(readTraits({ 'allowed-tools': written }, undefined).allowedTools).toEqual(names)
  })

  test.each(['allowed_tools', 'allowedTools'])('%s is read like allowed-tools', (key) => {
    expect(readTraits({ [key]: 'Read Write' }, undefined).allowedTools).toEqual(['Read', 'Write'])
  })

  test('only commas between allowed tools are reported here', () => {
    expect(issuesOf({ 'allowed-tools': 'Read, Write' })).toEqual([['allowed_tools_form', '/allowed-tools']])
    expect(issuesOf({ 'allowed-tools': 'Bash(a, b) Read' })).toEqual([])
  })

  test('arguments are names, in a list or separated by blanks', () => {
    expect(readTraits({ arguments: 'issue branch' }, undefined).arguments).toEqual(['issue', 'branch'])
    expect(readTraits({ arguments: ['issue', 'branch'] }, undefined).arguments).toEqual(['issue', 'branch'])
  })
})

describe('who may invoke a skill', () => {
  test.each([
    [{ 'user-invocable': false }, false, true],
    [{ 'user-invocable': 'false' }, false, true],
    [{ userInvocable: 'no' }, false, true],
    [{ 'disable-model-invocation': true }, true, false],
    [{ disableModelInvocation: ' True ' }, true, false],
    [{ 'disable-model-invocation': false }, true, true],
  ])('%j', (frontmatter, userInvocable, modelInvocable) => {
    expect(readTraits(frontmatter, undefined)).toMatchObject({ userInvocable, modelInvocable })
  })

  test('what is neither true nor false is reported and changes nothing', () => {
    expect(issuesOf({ 'user-invocable': 'perhaps' })).toEqual([['field_type', '/user-invocable']])
    expect(readTraits({ 'user-invocable': 'perhaps' }, undefined).userInvocable).toBe(true)
  })
})
