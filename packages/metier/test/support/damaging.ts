/** The ways in which a file that a program keeps for itself is damaged. */

import { Buffer } from 'node:buffer'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { runsOf } from './full.js'

/** Its bytes, cut off at every place. */
export function* cutAnywhere(bytes: Buffer): Generator<Buffer> {
  for (let length = 0; length < bytes.length; length++) yield bytes.subarray(0, length)
}

/** Its bytes with one bit of each flipped. */
export function* flipBits(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at)
    yield flipped
  }
}

/** Checks what holds of its bytes edited at random, and of random bytes. */
export function forEdited(bytes: Buffer, check: (damaged: Uint8Array) => void): void {
  const edited = fc
    .tuple(fc.nat(bytes.length), fc.nat(64), fc.uint8Array({ maxLength: 64 }))
    .map(([at, length, put]) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]))
  fc.assert(
    fc.property(fc.oneof(edited, fc.uint8Array({ maxLength: 300 })), (damaged) => {
      fc.pre(Buffer.compare(Buffer.from(damaged), bytes) !== 0)
      check(damaged)
    }),
    runsOf(2000),
  )
}

type Damage = (file: string, bytes: Buffer) => void

/** Damages that a start meets on a disk. */
export const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['empty', (file) => writeFileSync(file, '')],
  ['half of it', (file, bytes) => writeFileSync(file, bytes.subarray(0, bytes.length / 2))],
  ['zeros', (file, bytes) => writeFileSync(file, Buffer.alloc(bytes.length))],
  ['text', (file) => writeFileSync(file, '{"skills": []}')],
  ['one byte changed', (file, bytes) => writeFileSync(file, bytes.fill(0x7f, bytes.length - 9, bytes.length - 8))],
  ['a folder in its place', replaceByFolder],
]

function replaceByFolder(file: string): void {
  rmSync(file)
  mkdirSync(file)
}

/** Makes an index one of another version: its version is part of what it seals. */
export function writeVersion(file: string, version: number): void {
  const bytes = readFileSync(file)
  const sealed = bytes.readUInt32LE(12) ^ bytes.readUInt32LE(8)
  bytes.writeUInt32LE(version, 8)
  bytes.writeUInt32LE((sealed ^ version) >>> 0, 12)
  writeFileSync(file, bytes)
}
