/** The whole way from an npm registry on loopback into a root, and back to what a lock says. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startNpmRegistry } from '../servers/npm.js'
import { openManager } from '../support/managing.js'
import { skillText, temporaryFolder } from '../support/temporary.js'

const release = (text: string) => ({ files: { 'skills/pdf/SKILL.md': skillText('pdf', text), 'package.json': '{}' } })

test('a skill of a package is installed in a range, updated within it, and restored from the lock', async () => {
  const versions = { '1.0.0': release('one') }
  const packages = { tools: { ...versions } }
  const registry = await startNpmRegistry(packages)
  const home = temporaryFolder({ '.npmrc': `registry=${registry.url}` })
  const config = { skills: { trustedSources: [registry.host] } }
  const skills = await openManager({ home, workdir: temporaryFolder(), config, sources: { variables: {} } })
  expect(await skills.install({ skill: 'pdf', from: 'npm:tools@^1' })).toMatchObject({ installed: true, name: 'pdf' })
  expect(await skills.locked()).toMatchObject({ skills: [{ source: 'npm:tools@^1', version: '1.0.0' }] })
  Object.assign(packages.tools, { '1.1.0': release('two'), '2.0.0': release('three') })
  expect(await skills.outdated()).toMatchObject({ outdated: 1, skills: [{ current: '1.0.0', latest: '1.1.0' }] })
  expect(await skills.update('pdf')).toMatchObject({ updated: true, to: { version: '1.1.0' } })
  rmSync(join(home, '.agents/skills'), { recursive: true })
  expect(await skills.installFrozen()).toMatchObject({ skills: [{ name: 'pdf', status: 'restored' }] })
})

test("a scope that a project's .npmrc redirects is not the trusted one, and the refusal says so", async () => {
  const config = { skills: { trustedSources: ['npm.example.com/@acme/*'] } }
  const workdir = temporaryFolder({ '.npmrc': '@acme:registry=https://evil.example/' })
  const skills = await openManager({ home: temporaryFolder(), workdir, config, sources: { variables: {} } })
  expect(await skills.install({ skill: 'pdf', from: 'npm:@acme/tools' })).toMatchObject({
    installed: false,
    error: 'untrusted source',
  })
  expect(await skills.trust('npm:@acme/tools')).toMatchObject({ source: 'evil.example/@acme/tools' })
})
