import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changeConfiguration } from '../../../src/manager/settings/configuration-store.js'
import { createFolder } from '../../../src/system/files/author-files.js'
import { createDurableFiles } from '../../../src/system/files/durable-files.js'
import { writeEditedFile } from '../../../src/system/files/edited-file.js'
import { makeFolder } from '../../../src/system/files/make-folder.js'
import { acquireLock } from '../../../src/system/lock/advisory-lock.js'
import { temporaryFolder } from '../../support/temporary.js'

describe('a folder and those above it', () => {
  test('are made with the mode that is asked for, and the topmost new one is named', () => {
    const place = temporaryFolder()
    expect(makeFolder(join(place, 'a/b/c'), 0o700)).toBe(join(place, 'a'))
    expect(statSync(join(place, 'a/b')).mode & 0o777).toBe(0o700)
    expect(makeFolder(join(place, 'a/b'))).toBeUndefined()
  })

  test('are not made below a file', () => {
    const place = temporaryFolder({ file: 'x' })
    expect(() => makeFolder(join(place, 'file/a/b'))).toThrow(/ENOTDIR/)
  })
})

/** Node's own recursive way never ends there, so that each of these would hang. */
describe.skipIf(!existsSync('/proc/self'))(
  'below /proc, where nothing can be made, an error comes at once from',
  () => {
    const home = '/proc/no-such-process/home'

    test('the lock', async () => {
      await expect(acquireLock(`${home}/lock`, { patience: 0 })).rejects.toThrow(/ENOENT/)
    })

    test('the store', async () => {
      await expect(createDurableFiles().makeFolder(`${home}/.agents`)).rejects.toThrow(/ENOENT/)
    })

    test('a change of the configuration', async () => {
      const changed = await changeConfiguration(`${home}/.metier/config.json`, () => undefined)
      expect(changed).toMatchObject({ ok: false, failure: { code: 'system_error' } })
    })

    test('a new skill', () => {
      expect(createFolder(`${home}/skill`, [])).toMatchObject({ ok: false, failure: { code: 'system_error' } })
    })

    test("a client's configuration", () => {
      expect(writeEditedFile(`${home}/client.json`, '{}')).toMatch(/cannot be written \(ENOENT\)/)
    })
  },
)
