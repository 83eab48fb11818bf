import { expect, test } from 'vitest'
import { checksum } from '../../src/system/checksum.js'

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

test('a checksum tells lengths apart, and text is its UTF-8', () => {
  expect(checksum(new Uint8Array(4))).not.toBe(checksum(new Uint8Array(5)))
  expect(checksum('é')).toBe(checksum(new TextEncoder().encode('é')))
})
