import { createSigningKeyPair, signSkill } from 'metier/gate'
import { expect, test } from 'vitest'
import { scanBundle } from '../../metier/src/gate/scan.js'
import { createGateTools } from '../../metier/src/system/scan-process/gate-tools.js'
import { sha256Of } from '../../metier/src/system/skill-files/tree-digest.js'
import { startHub, type TestHub } from './support/hub.js'
import { readZip } from './support/zip.js'

const MAIN = '---\nname: pdf\ndescription: Does pdf\n---\n\n# pdf\n'

function signed(privateKey: string): Readonly<Record<string, string>> {
  const file = { path: 'SKILL.md', sha256: sha256Of(new TextEncoder().encode(MAIN)) }
  return { 'SKILL.md': MAIN, 'skill.oms.sig': signSkill('pdf', [file], privateKey) }
}

async function filesOf(hub: TestHub, name: string, version: string): Promise<ReadonlyMap<string, string>> {
  return readZip(await (await hub.request(`/api/v1/download?slug=${name}&version=${version}`)).arrayBuffer())
}

/** Of the key that a signature names. */
function hintOf(signature: string | undefined): string {
  const bundle = JSON.parse(signature ?? '{}') as {
    readonly verificationMaterial: { readonly publicKey: { readonly hint: string } }
  }
  return bundle.verificationMaterial.publicKey.hint
}

test('the hub signs every version: next to the signature of its author, which stays', async () => {
  const hub = await startHub()
  const author = createSigningKeyPair()
  const files = signed(author.privateKey)
  await hub.publish({ name: 'pdf', version: '1.0.0' })
  await hub.publish({ name: 'pdf', version: '2.0.0', files })
  const [plain, both] = [await filesOf(hub, 'pdf', '1.0.0'), await filesOf(hub, 'pdf', '2.0.0')]
  expect([...plain.keys()].toSorted()).toEqual(['SKILL.md', '_meta.json', 'skill.oms.sig'])
  expect([...both.keys()].toSorted()).toEqual(['SKILL.md', '_meta.json', 'skill.hub.oms.sig', 'skill.oms.sig'])
  expect(both.get('skill.oms.sig')).toBe(files['skill.oms.sig'])
  expect(hintOf(both.get('skill.hub.oms.sig'))).toBe(hintOf(plain.get('skill.oms.sig')))
  const verified = await hub.request('/api/v1/skills/pdf/verify')
  expect(await verified.json()).toMatchObject({ signature: { status: 'author' } })
})

test('a countersignature that is published is replaced by that of the hub', async () => {
  const hub = await startHub()
  const files = { ...signed(createSigningKeyPair().privateKey), 'skill.hub.oms.sig': '{}' }
  expect((await hub.publish({ name: 'pdf', files })).status).toBe(200)
  expect((await filesOf(hub, 'pdf', '1.0.0')).get('skill.hub.oms.sig')).toContain('verificationMaterial')
})

test('a version has the fingerprints of what its author has and of what clients get', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'pdf', files: signed(createSigningKeyPair().privateKey) })
  const rows = await hub.database.query('select fingerprint from fingerprints')
  // Without signatures, with the author's, with both, and with what the download adds.
  expect(rows).toHaveLength(4)
})

test.each(['curl-notes', 'wget-basics'])('%s is served with no finding that the gate did not see', async (name) => {
  const hub = await startHub()
  const main = `---\nname: ${name}\ndescription: Notes\n---\n\n1. Read the page.\n`
  const file = { path: 'SKILL.md', sha256: sha256Of(new TextEncoder().encode(main)) }
  const signature = signSkill(name, [file], createSigningKeyPair().privateKey)
  await hub.publish({ name, version: '1.0.0', files: { 'SKILL.md': main } })
  await hub.publish({ name, version: '2.0.0', files: { 'SKILL.md': main, 'skill.oms.sig': signature } })
  for (const version of ['1.0.0', '2.0.0']) {
    const { verdict, findings } = await scan(await filesOf(hub, name, version))
    expect({ verdict, findings }).toEqual({ verdict: 'pass', findings: [] })
  }
})

function scan(files: ReadonlyMap<string, string>) {
  const bundle = [...files].map(([path, text]) => ({ path, bytes: Buffer.from(text), isExecutable: false }))
  return scanBundle(bundle, createGateTools())
}
