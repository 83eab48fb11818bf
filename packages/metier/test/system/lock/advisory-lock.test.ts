import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { acquireLock, type LockAttempt, SILENCE_MILLISECONDS } from '../../../src/system/lock/advisory-lock.js'
import { identifyProcess, isGone } from '../../../src/system/process/process-identity.js'
import { temporaryFolder } from '../../support/temporary.js'

/** A folder that somebody else holds. */
function heldBy(holder: unknown): string {
  const folder = join(temporaryFolder(), 'holders')
  mkdirSync(folder)
  writeFileSync(join(folder, 'holder.000000000007'), JSON.stringify(holder))
  return folder
}

async function release(locking: LockAttempt): Promise<void> {
  if ('release' in locking) await locking.release()
}

/** Twelve ask for one folder at once. */
async function expectOneAtATime(options: Parameters<typeof acquireLock>[1]): Promise<void> {
  const folder = join(temporaryFolder(), 'holders')
  let holders = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      const locking = await acquireLock(folder, options)
      most = Math.max(most, ++holders)
      await Promise.resolve()
      holders--
      await release(locking)
    }),
  )
  expect(most).toBe(1)
  expect(readdirSync(folder)).toHaveLength(1)
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
    await expectOneAtATime({ patience: 20_000 })
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
    expect(await acquireLock(other, { patience: 0, isShared: true })).toMatchObject({
      holder: { pid: 1, host: 'elsewhere', isRemote: true },
    })
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

/** What a repository can bring with it: a file that says anything, and no process behind it. */
describe.runIf(process.platform === 'linux')('a holder that no process here confirms holds nothing', () => {
  const own = identifyProcess()

  test.each([
    ['on another host, on a disk that no other machine changes', { pid: 1, started: '', host: 'elsewhere' }],
    ['on this host, with a number that every machine has', { pid: 1, started: '', host: hostname() }],
    ['of this machine before it was started again', { ...own, boot: '00000000-0000-0000-0000-000000000000' }],
    ['with a number that is none', { ...own, pid: -1 }],
    ['whose host is no text', { ...own, host: 7 }],
    ['larger than any that we write', { ...own, command: 'x'.repeat(100_000) }],
  ])('one %s', async (_, holder) => {
    expect(await acquireLock(heldBy(holder), { patience: 0, isShared: false })).toHaveProperty('release')
  })

  test('one elsewhere whose last sign of life is older than clocks differ', async () => {
    const folder = heldBy({ pid: 1, started: '', host: 'elsewhere' })
    const longAgo = new Date(Date.now() - 3_600_000)
    utimesSync(join(folder, 'holder.000000000007'), longAgo, longAgo)
    expect(await acquireLock(folder, { patience: 0, isShared: true })).toHaveProperty('release')
  })

  test('one with the last number that there is', async () => {
    const folder = join(temporaryFolder(), 'holders')
    mkdirSync(folder)
    writeFileSync(join(folder, 'holder.999999999999'), '')
    const locking = await acquireLock(folder, { patience: 1000, signal: AbortSignal.timeout(5000) })
    expect(locking).toHaveProperty('release')
    expect(readdirSync(folder)).toEqual(['holder.000000000001'])
    await release(locking)
  })

  test('one that is a link, to whatever it leads', async () => {
    for (const target of ['/dev/zero', '/nowhere', '/etc']) {
      const folder = join(temporaryFolder(), 'holders')
      mkdirSync(folder)
      symlinkSync(target, join(folder, 'holder.000000000004'))
      expect(await acquireLock(folder, { patience: 0 })).toHaveProperty('release')
    }
  })
})

test('a link that waits where a ticket is written leads it nowhere', async () => {
  const precious = join(temporaryFolder({ precious: 'as it was' }), 'precious')
  const folder = join(temporaryFolder(), 'holders')
  mkdirSync(folder)
  for (let at = 0; at < 20; at++) symlinkSync(precious, join(folder, `ticket.${process.pid}.${at}`))
  await release(await acquireLock(folder, { patience: 0 }))
  expect(readFileSync(precious, 'utf8')).toBe('as it was')
})

describe('a holder on another machine, over a network', () => {
  const elsewhere = { pid: 1, started: '', host: 'elsewhere\u001b[2J', command: 'metier install' }

  test('is waited for while it gives signs of life, and named after a second', async () => {
    const folder = heldBy(elsewhere)
    const ticket = join(folder, 'holder.000000000007')
    const beating = setInterval(() => utimesSync(ticket, new Date(), new Date()), 200)
    onTestFinished(() => clearInterval(beating))
    const told: unknown[] = []
    const started = performance.now()
    const onWait = (holder: unknown) => {
      told.push(holder, performance.now() - started > 900)
      truncateSync(ticket)
    }
    await release(await acquireLock(folder, { patience: 20_000, isShared: true, onWait }))
    const holder = { pid: 1, host: 'elsewhere?[2J', command: 'metier install', file: ticket, isRemote: true }
    expect(told).toEqual([holder, true])
  })

  test('is passed over once it gives none', async () => {
    const started = performance.now()
    const locking = await acquireLock(heldBy(elsewhere), { patience: 60_000, isShared: true })
    const waited = performance.now() - started
    expect(locking).toHaveProperty('release')
    expect([waited > SILENCE_MILLISECONDS, waited < SILENCE_MILLISECONDS + 5000]).toEqual([true, true])
  }, 30_000)

  test('a holder gives signs of life for those who cannot see it', async () => {
    const folder = join(temporaryFolder(), 'holders')
    const locking = await acquireLock(folder, { patience: 0 })
    const ticket = join(folder, 'holder.000000000001')
    const before = statSync(ticket).mtimeMs
    await expect.poll(() => statSync(ticket).mtimeMs, { timeout: 8000 }).toBeGreaterThan(before)
    await release(locking)
  }, 15_000)
})

describe('on a file system without hard links', () => {
  const linkFile = () => Promise.reject(Object.assign(new Error('no links here'), { code: 'EPERM' }))

  test('many at once never overlap', async () => {
    await expectOneAtATime({ patience: 20_000, linkFile })
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
