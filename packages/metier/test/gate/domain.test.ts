import { expect, test } from 'vitest'
import { readAddress } from '../../src/gate/facts/address.js'
import { isBelow, registrableDomain } from '../../src/gate/facts/domain.js'
import { isForeignTo } from '../../src/gate/facts/vendors.js'

test.each([
  ['api.acme.com', 'acme.com'],
  ['API.Acme.com.', 'acme.com'],
  ['a.b.acme.co.uk', 'acme.co.uk'],
  ['a.someone.github.io', 'someone.github.io'],
  ['someone.vercel.app', 'someone.vercel.app'],
  ['bucket.s3.eu-west-1.amazonaws.com', 'bucket.s3.eu-west-1.amazonaws.com'],
  ['sts.eu-west-1.amazonaws.com', 'amazonaws.com'],
  ['github.com.evil.example', 'evil.example'],
  ['localhost', 'localhost'],
])('%s is registered as %s', (host, domain) => {
  expect(registrableDomain(host)).toBe(domain)
})

test('a host is below a domain by whole labels of one owner', () => {
  const domains = new Set(['acme.org', 'amazonaws.com'])
  expect(isBelow('test.acme.org', domains)).toBe(true)
  expect(isBelow('evilacme.org', domains)).toBe(false)
  expect(isBelow('acme.org.evil.example', domains)).toBe(false)
  expect(isBelow('x.d.codeartifact.eu-west-1.amazonaws.com', domains)).toBe(true)
  expect(isBelow('bucket.s3.amazonaws.com', domains)).toBe(false)
})

test.each([
  ['OPENAI_API_KEY', 'api.openai.com', false],
  ['OPENAI_API_KEY', 'openai.example', true],
  ['NEXT_PUBLIC_OPENAI_API_KEY', 'evil.example', true],
  ['GITHUB_TOKEN', 'x.github.io', true],
  ['GITHUB_TOKEN', 'uploads.github.com', false],
  ['AWS_SECRET_ACCESS_KEY', 'paws.example', true],
  ['DATABASE_URL', 'api.example.com', true],
  ['ACME_API_KEY', 'api.acme.com', false],
  ['ACME_API_KEY', 'other.example', false],
  ['GITHUB_REPOSITORY', 'evil.example', false],
])('%s at %s is foreign: %s', (variable, host, isForeign) => {
  expect(isForeignTo(variable, host)).toBe(isForeign)
})

test.each([
  ['https://api.openai.com@evil.example/', 'evil.example'],
  ['https://api.openai.com:443@evil.example/', 'evil.example'],
  ['https://evil.example#@api.openai.com/', 'evil.example'],
  ['https://evil.example?@api.openai.com/', 'evil.example'],
  ['https://evil.example\\@api.openai.com/', 'evil.example'],
])('%s leads to %s', (url, host) => {
  expect(readAddress(url)?.host).toBe(host)
})
