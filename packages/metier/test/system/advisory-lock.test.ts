import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acquireLock, type Locking } from '../../src/system/advisory-lock.js'
import { identifyProcess, isGone } from '../../src/system/process-identity.js'
import { temporaryFolder } from '../support/temporary.js'

/** A folder that somebody else holds. */
function heldBy(holder: unknown): string {
  const folder = join(temporaryFolder(), 'holders')
  mkdirSync(folder)
  writeFileSync(join(folder, 'holder.000000000007'), JSON.stringify(holder))
  return folder
}

async function release(locking: Locking): Promise<void> {
  if ('release' in locking) await locking.release()
}

describe('security 6.14: one holder at a time', () => {
  test('whoever comes second waits for the first', async () => {
    const folder = join(temporaryFolder(), 'holders')
    const first = await acquireLock(folder, { patience: 1000 })
    const order: string[] = []
    const second = acquireLock(folder, { patience: 10_000 }).then(async (locking) => {
      order.push('second')
      await release(locking)
    })
    order.push('first')
    await release(first)
    await second
    expect(order).toEqual(['first', 'second'])
  })

  test('many at once never overlap', async () => {
    const folder = join(temporaryFolder(), 'holders')
    let holders = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const locking = await acquireLock(folder, { patience: 20_000 })
        most = Math.max(most, ++holders)
        await Promise.resolve()
        holders--
        await release(locking)
      }),
    )
    expect(most).toBe(1)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('one that is gone holds nothing', async () => {
    const folder = heldBy({ pid: 2 ** 22 + 1, started: '1', host: hostname() })
    expect(await acquireLock(folder, { patience: 0 })).toHaveProperty('release')
  })

  test('a number that another process has now is not its earlier owner', async () => {
    const own = identifyProcess()
    if (own.started === '') return
    const folder = heldBy({ ...own, started: '1' })
    expect(await acquireLock(folder, { patience: 0 })).toHaveProperty('release')
  })

  test('one that lives, or is on another machine, is named when patience ends', async () => {
    const own = heldBy(identifyProcess())
    expect(await acquireLock(own, { patience: 0 })).toMatchObject({ holder: { pid: process.pid, host: hostname() } })
    const other = heldBy({ pid: 1, started: '', host: 'elsewhere' })
    expect(await acquireLock(other, { patience: 0 })).toMatchObject({ holder: { pid: 1, host: 'elsewhere' } })
  })

  test('a ticket that a crash of the machine cut off holds nothing', async () => {
    const folder = join(temporaryFolder(), 'holders')
    mkdirSync(folder)
    writeFileSync(join(folder, 'holder.000000000003'), '{"pid":')
    expect(await acquireLock(folder, { patience: 0 })).toHaveProperty('release')
  })

  test('waiting ends with the signal', async () => {
    const folder = heldBy(identifyProcess())
    const abortion = new AbortController()
    const waiting = acquireLock(folder, { patience: 60_000, signal: abortion.signal })
    abortion.abort()
    await expect(waiting).rejects.toThrow()
  })
})

describe('on a file system without hard links', () => {
  const linkFile = () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' }))

  test('many at once never overlap', async () => {
    const folder = join(temporaryFolder(), 'holders')
    let holders = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 12 }, async () => {
        const locking = await acquireLock(folder, { patience: 20_000, linkFile })
        most = Math.max(most, ++holders)
        await Promise.resolve()
        holders--
        await release(locking)
      }),
    )
    expect(most).toBe(1)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  test('a holder is named, and those who do have links wait for it as well', async () => {
    const folder = join(temporaryFolder(), 'holders')
    const first = await acquireLock(folder, { patience: 0, linkFile })
    for (const options of [{ patience: 0 }, { patience: 0, linkFile }]) {
      expect(await acquireLock(folder, options)).toMatchObject({ holder: { pid: process.pid } })
    }
    await release(first)
    expect(await acquireLock(folder, { patience: 0 })).toHaveProperty('release')
    expect(readdirSync(folder)).toEqual(['holder.000000000002'])
  })

  test('what a crash left without an owner holds nothing', async () => {
    const folder = join(temporaryFolder(), 'holders')
    mkdirSync(join(folder, 'holder.000000000003'), { recursive: true })
    expect(await acquireLock(folder, { patience: 0, linkFile })).toHaveProperty('release')
  })
})

test('this process is not gone', () => {
  expect(isGone(identifyProcess())).toBe(false)
})
