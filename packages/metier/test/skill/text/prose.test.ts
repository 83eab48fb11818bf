import { describe, expect, test } from 'vitest'
import { firstProse } from '../../../src/skill/text/prose.js'

describe('the first paragraph of a body serves as description', () => {
  test.each([
    ['below a heading', '# Weather\n\nTells the weather.\n\nMore.', 'Tells the weather.'],
    ['of several lines', 'Tells\nthe weather\n\nMore.', 'Tells the weather'],
    ['with carriage returns', '# Weather\r\n\r\nTells\r\nthe weather\r\n', 'Tells the weather'],
    ['without its Markdown', 'Tells **the** `weather` of [today](day.md).', 'Tells the weather of today.'],
    ['in a quotation', '> Tells the weather', 'Tells the weather'],
    ['before a list', 'Tells the weather\n- now', 'Tells the weather'],
    ['after a fenced block', '```\ncode\n```\nTells the weather', 'Tells the weather'],
    ['after a comment', '<!-- a\nb -->\nTells the weather', 'Tells the weather'],
    ['after badges, rules and tables', '![b](b.svg)\n[![b](b.svg)](x)\n***\n| a |\nTells it', 'Tells it'],
    ['after lines of YAML', 'name: a\nversion: 1\nTells the weather of any town', 'Tells the weather of any town'],
    ['in another script', '# 天气\n\n告诉你天气。', '告诉你天气。'],
  ])('%s', (_, body, prose) => {
    expect(firstProse(body)).toBe(prose)
  })
})

describe('without a paragraph', () => {
  test('the first list item serves', () => {
    expect(firstProse('# Weather\n\n- Tells the weather\n- and more')).toBe('Tells the weather')
  })

  test('then the first heading', () => {
    expect(firstProse('## Tells the weather\n\n```\ncode\n```')).toBe('Tells the weather')
  })

  test.each(['', '\n\n', '---', '```\nonly code\n```', '<!-- only a comment', '1234', '| a | b |'])(
    'there is nothing in %j',
    (body) => {
      expect(firstProse(body)).toBeUndefined()
    },
  )
})

describe('W-25: it is never longer than a description may be', () => {
  test('a long paragraph is cut', () => {
    expect(firstProse('word '.repeat(1000))?.length).toBeLessThanOrEqual(1024)
  })

  test('but not through a character', () => {
    const prose = firstProse(`x${'🚀'.repeat(1000)} is a word`) ?? ''
    expect(Buffer.from(prose).toString()).toBe(prose)
  })
})
