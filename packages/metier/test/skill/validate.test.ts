import { describe, expect, test } from 'vitest'
import { reviewDescription, reviewFields, reviewName } from '../../src/skill/validate.js'

type Issue = readonly [code: string, at: string | number]

function issuesOf(review: (report: (code: string, at: string | number) => void) => void): readonly Issue[] {
  const issues: Issue[] = []
  review((code, at) => issues.push([code, at]))
  return issues
}

describe('W-23: the name must equal the name of the folder', () => {
  const review = (name: string, directory?: string) => issuesOf((report) => reviewName(name, directory, report))

  test('the same name is right', () => {
    expect(review('weather', 'weather')).toEqual([])
  })

  test('another name is a mismatch', () => {
    expect(review('forecast', 'weather')).toEqual([['name_mismatch', '/name']])
  })

  test.each([
    ['forecast', 'weather', "Rename the folder to 'forecast', or write name: weather"],
    ['forecast', 'My Weather', "Rename the folder to 'forecast'"],
    ['My Forecast', 'weather', 'Set name: weather'],
    ['My Forecast', 'My Weather', "Rename the folder to 'my-forecast', and write name: my-forecast"],
    ['天気', 'My Weather', undefined],
  ])('what is suggested for %s in %s is conformant', (name, directory, suggested) => {
    const suggestions: (string | undefined)[] = []
    reviewName(name, directory, (_, __, ___, suggestion) => suggestions.push(suggestion))
    // Once, however many rules the name breaks.
    expect(suggestions.filter((one) => one !== undefined)).toEqual(suggested === undefined ? [] : [suggested])
  })

  test('case counts', () => {
    expect(review('Weather', 'weather').map(([code]) => code)).toEqual(['name_characters', 'name_mismatch'])
  })

  test('one text written in two ways is the same name', () => {
    expect(review('cafe\u0301', 'caf\u00e9').map(([code]) => code)).toEqual(['name_characters'])
  })

  test('without a folder nothing is compared', () => {
    expect(review('forecast')).toEqual([])
  })
})

describe('W-24: the name has lowercase letters, digits and single inner hyphens', () => {
  const review = (name: string) => issuesOf((report) => reviewName(name, undefined, report)).map(([code]) => code)

  test.each(['Weather', 'weather_now', 'weather now', 'weather.now', '-weather', 'weather-', 'weather--now', '天气'])(
    '%j has other characters',
    (name) => {
      expect(review(name)).toEqual(['name_characters'])
    },
  )

  test('64 characters are allowed, 65 are too many', () => {
    expect(review('x'.repeat(64))).toEqual([])
    expect(review('x'.repeat(65))).toEqual(['name_too_long'])
  })

  test('a name can be too long and have other characters', () => {
    expect(review('X'.repeat(65))).toEqual(['name_too_long', 'name_characters'])
  })
})

describe('W-25: a description has at most 1024 characters', () => {
  const review = (description: string) => issuesOf((report) => reviewDescription(description, report))

  test('1024 are allowed, 1025 are too many', () => {
    expect(review('x'.repeat(1024))).toEqual([])
    expect(review('x'.repeat(1025))).toEqual([['description_too_long', '/description']])
  })

  test('a character is a code point, whatever it takes to store', () => {
    expect(review('🚀'.repeat(1024))).toEqual([])
    expect(review('🚀'.repeat(1025))).toEqual([['description_too_long', '/description']])
  })
})

describe('the other fields of the specification', () => {
  const review = (frontmatter: Readonly<Record<string, unknown>>) =>
    issuesOf((report) => reviewFields(frontmatter, report))

  test('all of them at once', () => {
    const metadata = { author: 'me', version: '1.0' }
    const fields = {
      name: 'a',
      description: 'b',
      license: 'MIT',
      compatibility: 'Any',
      metadata,
      'allowed-tools': 'Read',
    }
    expect(review(fields)).toEqual([])
  })

  test('a field that clients know is reported, not refused; any other is a slip', () => {
    expect(review({ emoji: '🚀', desription: 'a slip' })).toEqual([
      ['field_extension', '/emoji'],
      ['field_unknown', '/desription'],
    ])
  })

  test('compatibility has at most 500 characters', () => {
    expect(review({ compatibility: '🚀'.repeat(500) })).toEqual([])
    expect(review({ compatibility: 'x'.repeat(501) })).toEqual([['compatibility_too_long', '/compatibility']])
  })

  test.each(['license', 'compatibility'])('%s must be text', (key) => {
    expect(review({ [key]: ['a'] })).toEqual([['field_type', `/${key}`]])
  })

  test('metadata must be a mapping, and is best one of strings', () => {
    expect(review({ metadata: ['a'] })).toEqual([['field_type', '/metadata']])
    expect(review({ metadata: { openclaw: { emoji: '🚀' } } })).toEqual([['metadata_nested', '/metadata']])
  })

  test('allowed-tools is best a space-separated string', () => {
    expect(review({ 'allowed-tools': ['Read', 'Write'] })).toEqual([['allowed_tools_form', '/allowed-tools']])
  })
})

test('suggestions are about the file: the field that was meant, and its own tools', () => {
  const said = new Map<string, string | undefined>()
  reviewFields({ versoin: 1, 'allowed-tools': ['Read', 'Bash'], colour_scheme: 'x' }, (_, at, __, suggestion) => {
    said.set(String(at), suggestion)
  })
  expect(Object.fromEntries(said)).toEqual({
    '/versoin': "Did you mean 'version'?",
    '/allowed-tools': 'Write allowed-tools: Read Bash',
    '/colour_scheme': 'Clients ignore unknown fields; put custom fields under metadata',
  })
})
