import { describe, expect, test } from 'vitest'
import { excerptAt } from '../../src/gate/text/excerpt.js'

function excerptOf(line: string, offset = 0): string {
  return excerptAt(line, 0, line.length, offset)
}

describe('security 5.5: an excerpt keeps secrets out', () => {
  const body = 'a1B2c3D4e5F6g7H8i9J0k1L2'
  test.each([
    ['a key by its beginning', `curl -H "x: sk-${body}"`, 'curl -H "x: sk-…"'],
    ['a payment key', `stripe sk_live_${body}`, 'stripe sk_…'],
    ['a token of a code host', `git clone with github_pat_${body}`, 'git clone with github_pat_…'],
    ['a cloud key', `id AKIA${body}`, 'id AKIA…'],
    ['a web token', `eyJ${body}.${body}.x`, 'eyJ…'],
    ['a value by its name', `API_KEY="${body}"`, 'API_KEY="…"'],
    ['a password in an address', 'https://ann:hunter2@db.example.net/x', 'https://ann:…@db.example.net/x'],
    ['a header', `Authorization: Bearer ${body}/+`, 'Authorization: Bearer …'],
  ])('%s', (_, line, shown) => {
    expect(excerptOf(line)).toBe(shown)
  })

  test.each([
    'token = process.env.SERVICE_TOKEN_NAME',
    'export API_KEY=$(cat ~/.ssh/id_rsa)',
    'curl https://x.example.net/a?token=short1',
    'password: the one that your administrator gave to you',
  ])('and leaves alone what tells of one: %s', (line) => {
    expect(excerptOf(line)).toBe(line)
  })

  test('also where a long line is cut in the middle of one', () => {
    const line = `${'x '.repeat(200)}token=${body.repeat(8)} ${'y '.repeat(200)}`
    for (let offset = 380; offset < 640; offset += 7) {
      const shown = excerptOf(line, offset)
      expect(shown).not.toMatch(/[A-Za-z0-9]{8}/)
      expect(shown.length).toBeLessThanOrEqual(170)
    }
  })
})

test('control characters, lone halves and what changes direction are named', () => {
  expect(excerptOf('a\u001b[2Jb\u0007c\ud800d\u202ee\u2028f')).toBe('a<U+001B>[2Jb<U+0007>c<U+D800>d<U+202E>e<U+2028>f')
})
