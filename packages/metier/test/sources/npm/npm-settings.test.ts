import { expect, test } from 'vitest'
import { registryDomains } from '../../../src/gate/facts/registries.js'
import { isTrustedSource } from '../../../src/gate/trust.js'
import { readNpmSettings } from '../../../src/sources/npm/npm-settings.js'
import { parseSourceReference } from '../../../src/sources/reference.js'
import { temporaryFolder, writeFiles } from '../../support/temporary.js'

const PUBLIC_HOST = `registry.${registryDomains('npmjs')[0]}`

interface Files {
  readonly user?: string
  readonly project?: string
  readonly variables?: Readonly<Record<string, string>>
}

function placesOf({ user, project, variables = {} }: Files) {
  const home = temporaryFolder()
  const workdir = temporaryFolder()
  if (user !== undefined) writeFiles(home, { '.npmrc': user })
  if (project !== undefined) writeFiles(workdir, { '.npmrc': project })
  return { home, workdir, variables }
}

function registryOf(name: string, files: Files): string {
  const registry = readNpmSettings(placesOf(files)).registryOf(name)
  return registry.ok ? registry.value.url.href : registry.failure.code
}

function headerFor(url: string, files: Files): string | undefined {
  return readNpmSettings(placesOf(files)).authorizationFor(new URL(url))
}

function variable(name: string): string {
  return `$\{${name}}`
}

test('the registry: a variable, then the project, then the user, then the public one', () => {
  const user = 'registry=https://user.example.com'
  const project = 'registry = "https://project.example.com/npm"'
  const variables = { npm_config_registry: 'https://variable.example.com' }
  expect(registryOf('pdf', {})).toBe(`https://${PUBLIC_HOST}/`)
  expect(registryOf('pdf', { user })).toBe('https://user.example.com/')
  expect(registryOf('pdf', { user, project })).toBe('https://project.example.com/npm/')
  expect(registryOf('pdf', { user, project, variables })).toBe('https://variable.example.com/')
})

test('a scope has its own registry, which beats the general one', () => {
  const user = '; comment\n# comment\nregistry=https://a.example.com\n@acme:registry=https://b.example.com/x/'
  expect(registryOf('@acme/pdf', { user })).toBe('https://b.example.com/x/')
  expect(registryOf('@other/pdf', { user })).toBe('https://a.example.com/')
  expect(registryOf('@acme/pdf', { user, project: 'registry=https://c.example.com' })).toBe('https://b.example.com/x/')
})

test('NPM_CONFIG_USERCONFIG names the user file', () => {
  const { home } = placesOf({ user: 'registry=https://other.example.com' })
  const variables = { NPM_CONFIG_USERCONFIG: `${home}/.npmrc` }
  expect(registryOf('pdf', { user: 'registry=https://user.example.com', variables })).toBe('https://other.example.com/')
})

test('a registry that cannot be read is refused, never replaced by the public one', () => {
  for (const value of [
    'npm.example.com',
    'https://user:word@npm.example.com',
    'file:///etc',
    `https://${variable('UNSET')}/`,
  ]) {
    expect(registryOf('@acme/pdf', { user: `@acme:registry=${value}` })).toBe('source_untrusted')
  }
})

test('the longest beginning of the URL gives the credential', () => {
  const user = [
    '//npm.example.com/:_authToken=whole',
    '//npm.example.com/team/:_authToken=team',
    '//basic.example.com/:_auth=dXNlcjpwYXNz',
    '//named.example.com/:username=ann',
    `//named.example.com/:_password=${Buffer.from('word').toString('base64')}`,
  ].join('\n')
  expect(headerFor('https://npm.example.com/team/pdf', { user })).toBe('Bearer team')
  expect(headerFor('https://npm.example.com/team2/pdf', { user })).toBe('Bearer whole')
  expect(headerFor('https://basic.example.com/pdf', { user })).toBe('Basic dXNlcjpwYXNz')
  expect(headerFor('https://named.example.com/pdf', { user })).toBe(
    `Basic ${Buffer.from('ann:word').toString('base64')}`,
  )
  expect(headerFor('https://npm.example.com.evil.example/pdf', { user })).toBeUndefined()
  expect(headerFor('https://npm.example.com:8443/pdf', { user })).toBeUndefined()
  expect(headerFor('http://npm.example.com/pdf', { user })).toBeUndefined()
})

test('variables expand in the user file; an unset one is no token', () => {
  const user = `//npm.example.com/:_authToken=${variable('TEAM_TOKEN')}`
  expect(headerFor('https://npm.example.com/pdf', { user, variables: { TEAM_TOKEN: 'abc' } })).toBe('Bearer abc')
  expect(headerFor('https://npm.example.com/pdf', { user })).toBeUndefined()
})

test("a project's file brings no token and expands no variable", () => {
  const variables = { SECRET: 'abc' }
  const secret = variable('SECRET')
  const project = `//evil.example/:_authToken=${secret}\n@acme:registry=https://evil.example/${secret}/`
  expect(headerFor('https://evil.example/pdf', { project, variables })).toBeUndefined()
  expect(registryOf('@acme/pdf', { project, variables })).toBe('source_untrusted')
})

test('hosts of a project may not be private, those of the user may', () => {
  const settings = readNpmSettings(
    placesOf({ user: 'registry=http://10.0.0.1:4873', project: '@acme:registry=http://10.0.0.2' }),
  )
  expect(settings.ownHosts).toEqual(['10.0.0.1:4873'])
})

test("trust is decided on the registry's host, and a project's redirection is shown", () => {
  const places = placesOf({ project: '@acme:registry=https://evil.example/' })
  const redirected = parseSourceReference('npm:@acme/pdf', places)
  expect(redirected).toMatchObject({
    value: {
      identity: 'evil.example/@acme/pdf',
      notice: `${places.workdir}/.npmrc says that @acme/pdf comes from evil.example`,
    },
  })
  const usual = parseSourceReference('npm:@acme/pdf@^1/docs', placesOf({}))
  expect(usual).toMatchObject({
    value: { kind: 'npm', identity: `${PUBLIC_HOST}/@acme/pdf`, ref: '^1', path: 'docs' },
  })
  expect(isTrustedSource(`${PUBLIC_HOST}/@acme/pdf`, [`${PUBLIC_HOST}/@acme/*`])).toBe(true)
  expect(isTrustedSource(`${PUBLIC_HOST}/@acme/pdf`, [`${PUBLIC_HOST}/@other/*`])).toBe(false)
  expect(isTrustedSource('evil.example/@acme/pdf', [`${PUBLIC_HOST}/@acme/*`])).toBe(false)
  expect(isTrustedSource(`${PUBLIC_HOST}@evil.example/pdf`, [PUBLIC_HOST])).toBe(false)
})

test('texts that are not a package', () => {
  for (const text of ['npm:', 'npm:@acme', 'npm:../x', 'npm:a@b@c', 'npm:a@not a range', 'npm:a/../b', 'npm:.x']) {
    expect(parseSourceReference(text, placesOf({}))).toMatchObject({ ok: false, failure: { code: 'source_untrusted' } })
  }
})
