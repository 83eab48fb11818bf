/** The law of kept code: a program gives what it gives without. */
import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { startKeptProgram } from '../../../src/system/fast/compiled-code.js'
import { temporaryFolder } from '../../support/temporary.js'

interface Program {
  readonly answer: number
  readonly load: () => Promise<unknown>
}

let file: string
let folder: string | undefined

beforeEach(() => {
  const place = temporaryFolder()
  file = join(place, 'program.cjs')
  folder = join(place, 'compiled')
  writeProgram(41)
})

/** As the build writes it. Long enough that what is kept of it has several blocks. */
function writeProgram(answer: number): void {
  const functions = Array.from(
    { length: 200 },
    (_, at) => `const f${at} = (x) => x.map((y) => y + ${at + 1000});f${at}([1])`,
  )
  const body = `${functions.join('\n')}\nmodule.exports = { answer: ${answer}, load: () => importChunk('./other.js') }`
  const text = `(function (module, require, importChunk, __filename, __dirname) {${body}\n})\n`
  writeFileSync(file, `${text}/*${createHash('sha256').update(text).digest('hex')}*/\n`)
}

function start(starts?: number) {
  return startKeptProgram<Program>({ file, folder, importChunk: async (path) => path, ...(starts && { starts }) })
}

function startAndKeep(starts?: number): number | undefined {
  const program = start(starts)
  program?.keep()
  return program?.exports.answer
}

/** The one file that is kept; it is another one after each time that something was kept. */
function keptFile(): string {
  const place = folder ?? ''
  const [name = '', ...others] = readdirSync(place)
  expect(others).toEqual([])
  return join(place, name)
}

describe('a program whose compiled code is kept', () => {
  test('says what it exports, and imports through the function that it was given', async () => {
    const program = start()
    expect(program?.exports.answer).toBe(41)
    expect(await program?.exports.load()).toBe('./other.js')
  })

  test('is not there where nobody built it, or where it is not signed', () => {
    writeFileSync(file, 'module.exports = {}')
    expect(start()).toBeUndefined()
    file = join(dirname(file), 'nothing.cjs')
    expect(start()).toBeUndefined()
  })

  test('keeps code at its first two starts, for its user alone', () => {
    const kept: number[] = []
    for (let time = 0; time < 4; time++) {
      expect(startAndKeep()).toBe(41)
      kept.push(statSync(keptFile()).ino)
    }
    expect(kept[1]).not.toBe(kept[0])
    expect(kept.slice(2)).toEqual([kept[1], kept[1]])
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600)
  })

  test('keeps code at more starts if asked to, and as often as asked to within one', () => {
    const kept: number[] = []
    for (let time = 0; time < 5; time++) {
      startAndKeep(4)
      kept.push(readFileSync(keptFile()).readInt32LE(68))
    }
    expect(kept).toEqual([1, 2, 3, 4, 4])
    writeProgram(42)
    const program = start()
    program?.keep()
    const { ino } = statSync(keptFile())
    program?.keep()
    expect(statSync(keptFile()).ino).not.toBe(ino)
    expect(readFileSync(keptFile()).readInt32LE(68)).toBe(1)
  })

  test('keeps nothing without a folder', () => {
    folder = undefined
    expect(startAndKeep()).toBe(41)
    expect(readdirSync(dirname(file))).toEqual(['program.cjs'])
  })

  test('is never run with what was kept of other bytes, not even of as many', () => {
    startAndKeep()
    startAndKeep()
    writeProgram(42)
    expect(startAndKeep()).toBe(42)
    expect(startAndKeep()).toBe(42)
  })
})

describe('kept code is compiled and kept again', () => {
  const spoils: readonly (readonly [string, (path: string) => void])[] = [
    ['where a block of it was never written', (path) => writeBytes(path, (bytes) => bytes.fill(0, 4096, 8192))],
    ['where it was cut short', (path) => writeBytes(path, (bytes) => bytes.subarray(0, 6000))],
    ['where it is empty', (path) => writeBytes(path, () => Buffer.alloc(0))],
    ['where others may write to it', (path) => chmodSync(path, 0o622)],
  ]

  test.each(spoils)('%s', (_, spoil) => {
    startAndKeep()
    startAndKeep()
    const path = keptFile()
    const whole = readFileSync(path)
    spoil(path)
    const { ino } = statSync(path)
    expect(startAndKeep()).toBe(41)
    expect(statSync(keptFile()).ino).not.toBe(ino)
    expect(statSync(keptFile()).mode & 0o777).toBe(0o600)
    expect(readFileSync(keptFile()).length).toBeGreaterThan(whole.length / 2)
  })
})

const BLOCK = 4096

test('whatever a crash of the machine leaves of the file, a program gives what it gives without', () => {
  startAndKeep()
  startAndKeep()
  const whole = readFileSync(keptFile())
  const lostBlocks = fc.uniqueArray(fc.nat(Math.floor(whole.length / BLOCK) - 1), { minLength: 1, maxLength: 4 })
  const cut = fc.nat(whole.length)
  fc.assert(
    fc.property(fc.oneof(lostBlocks, cut), (loss) => {
      const left = Buffer.from(typeof loss === 'number' ? whole.subarray(0, loss) : whole)
      if (typeof loss !== 'number') for (const block of loss) left.fill(0, block * BLOCK, (block + 1) * BLOCK)
      writeFileSync(keptFile(), left)
      expect(startAndKeep()).toBe(41)
    }),
    { numRuns: 50 },
  )
})

function writeBytes(path: string, change: (bytes: Buffer) => Uint8Array): void {
  writeFileSync(path, change(readFileSync(path)))
}
