import type { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { composeCallFilter } from '../../../src/system/sandbox/call-filter.js'

interface SystemCall {
  readonly architecture: number
  readonly call: number
  readonly first?: number
}

/** Runs a filter as the kernel does. */
function isAllowed(filter: Buffer, { architecture, call, first = 0 }: SystemCall): boolean {
  const fields = new Map([
    [0, call],
    [4, architecture],
    [16, first],
  ])
  let value = Number.NaN
  for (let at = 0; ; at += 8) {
    const [code, operand] = [filter.readUInt8(at), filter.readUInt32LE(at + 4)]
    if (code === 0x06) return operand === 0x7fff_0000
    if (code === 0x20) value = fields.get(operand) ?? Number.NaN
    else at += 8 * filter.readUInt8(at + (holds(code, value, operand) ? 2 : 3))
  }
}

function holds(code: number, value: number, operand: number): boolean {
  return code === 0x15 ? value === operand : value >= operand
}

describe.each([
  ['x64', 0xc000_003e, { read: 0, socket: 41, keyctl: 250, ptrace: 101 }],
  ['x64', 0x4000_0003, { read: 3, socket: 359, keyctl: 288, ptrace: 26 }],
  ['arm64', 0xc000_00b7, { read: 63, socket: 198, keyctl: 219, ptrace: 117 }],
  ['arm64', 0x4000_0028, { read: 3, socket: 281, keyctl: 311, ptrace: 26 }],
] as const)('the filter for %s, architecture %i', (processor, architecture, { read, socket, keyctl, ptrace }) => {
  const filter = composeCallFilter(processor)
  const asks = (call: number, first?: number) =>
    filter && isAllowed(filter, { architecture, call, ...(first !== undefined && { first }) })

  test('allows everything but a few calls', () => {
    const denied = Array.from({ length: 600 }, (_, call) => call).filter((call) => asks(call, 2) === false)
    expect(asks(read)).toBe(true)
    expect(denied).toEqual(expect.arrayContaining([keyctl, ptrace]))
    expect(denied.length).toBeLessThanOrEqual(14)
  })

  test('allows local sockets, the two of the internet and netlink, and no other', () => {
    const families = Array.from({ length: 46 }, (_, family) => family)
    expect(families.filter((family) => asks(socket, family))).toEqual([1, 2, 10, 16])
  })
})

test('another way to make the same calls is denied as well', () => {
  const filter = composeCallFilter('x64')
  expect(filter && isAllowed(filter, { architecture: 0xc000_003e, call: 0x4000_0000 })).toBe(false)
  expect(filter && isAllowed(filter, { architecture: 1, call: 0 })).toBe(false)
})

test('a processor whose calls are not known has no filter', () => {
  expect(composeCallFilter('mips')).toBeUndefined()
})
