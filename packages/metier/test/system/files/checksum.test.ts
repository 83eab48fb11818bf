import { expect, test } from 'vitest'
import { checksum, shortNameOf } from '../../../src/system/files/checksum.js'

test('a checksum differs where any one bit differs, wherever the bytes begin in memory', () => {
  const bytes = Uint8Array.from({ length: 39 }, (_, at) => (at * 37) % 256)
  const moved = new Uint8Array(new ArrayBuffer(64), 3, bytes.length)
  moved.set(bytes)
  expect(checksum(moved)).toBe(checksum(bytes))
  const others = new Set([checksum(bytes)])
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice()
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    others.add(checksum(flipped))
  }
  expect(others.size).toBe(bytes.length * 8 + 1)
})

test('a checksum tells lengths apart', () => {
  expect(checksum(new Uint8Array(4))).not.toBe(checksum(new Uint8Array(5)))
})

test('a short name is the same for the same text, can be that of a file, and differs where a character differs', () => {
  const texts = ['project:/a', 'project:/b', 'personal:/a', 'project:/a\nproject:/b', 'project:/é', '']
  const names = texts.map(shortNameOf)
  expect(names).toEqual(texts.map(shortNameOf))
  expect(new Set(names).size).toBe(texts.length)
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{1,8}$/)
})
