import { describe, expect, test } from 'vitest'
import { isHostNamed } from '../../../src/gate/trust.js'
import { hostAllowedFor } from '../../../src/sources/download.js'
import { createAddressPolicy } from '../../../src/system/http/address-policy.js'

const resolveTo = (address: string) => createAddressPolicy([], async () => [{ address, family: 4 }])
const check = (address: string, url: string, named?: string) => resolveTo(address).check(new URL(url), named, false)

describe('a host that the user named', () => {
  test('may resolve to a private address, and another host may not', async () => {
    expect(await check('10.0.0.5', 'https://hub.corp/', 'hub.corp')).toMatchObject([{ address: '10.0.0.5' }])
    await expect(check('10.0.0.5', 'https://other.corp/', 'hub.corp')).rejects.toThrow('private network')
  })

  test('needs https unless it is on a private network', async () => {
    expect(await check('10.0.0.5', 'http://hub.corp/', 'hub.corp')).toHaveLength(1)
    await expect(check('8.8.8.8', 'http://hub.corp/', 'hub.corp')).rejects.toThrow('needs https')
    await expect(check('8.8.8.8', 'http://8.8.8.8/', '8.8.8.8')).rejects.toThrow('needs https')
  })

  test('is named by trust to the letter, not by a pattern of hosts, and with https alone', () => {
    const allowed = (url: string, pattern: string) => {
      const context = { isTrusted: () => true, namesHost: (identity: string) => isHostNamed(identity, [pattern]) }
      return hostAllowedFor(url, new URL(url).host, context)
    }
    expect(allowed('https://hub.corp.example', 'hub.corp.example')).toBe('hub.corp.example')
    expect(allowed('https://hub.corp.example', '*.corp.example')).toBeUndefined()
    expect(allowed('http://hub.corp.example', 'hub.corp.example')).toBeUndefined()
  })
})
