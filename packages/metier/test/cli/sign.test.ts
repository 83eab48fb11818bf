/** Signing at a terminal, and what an installation makes of it. */

import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAuthority, createCertified, toPem } from '../support/certificates.js'
import { createKey } from '../support/signing.js'
import { OFFERED } from './offered-skill.js'
import { runMetier, writeText } from './run-metier.js'
import { INSTALL, metier, publicOf, run, SIGNATURE, sign, signedMachine, withKey, writeKey } from './signed-machine.js'

describe('metier sign', () => {
  test('writes a signature, and names the files that it covers and the key', async () => {
    const machine = withKey()
    const { code, json } = await run(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
    const path = join(machine.project, SIGNATURE)
    expect({ code, json }).toMatchObject({ code: 0, json: { signed: true, path, files: 2, leftOut: [] } })
    expect(json.fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/)
    const { dsseEnvelope, ...rest } = JSON.parse(readFileSync(path, 'utf8'))
    expect(rest).toEqual({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: expect.stringMatching(/^[0-9a-f]{64}$/) }, tlogEntries: [] },
    })
    const statement = JSON.parse(Buffer.from(dsseEnvelope.payload, 'base64').toString())
    const names = statement.predicate.resources.map(({ name }: { readonly name: string }) => name)
    expect(names).toEqual(['SKILL.md', 'scripts/run.sh'])
  })

  test('again leaves a signature of the same files by the same key as it is', async () => {
    const machine = withKey()
    const read = () => readFileSync(join(machine.project, SIGNATURE), 'utf8')
    await sign(machine)
    const first = read()
    const again = await runMetier(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
    expect(again.stdout).toContain('2 files already signed: ')
    expect(read()).toBe(first)
    expect(readdirSync(join(machine.project, 'offered/pdf')).sort()).toEqual(['SKILL.md', 'scripts', 'skill.oms.sig'])
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    await sign(machine)
    const second = read()
    expect(second).not.toBe(first)
    writeText(
      join(machine.project, SIGNATURE),
      second.replace(/"sig":"[^"]*"/, first.match(/"sig":"[^"]*"/)?.[0] ?? ''),
    )
    await sign(machine)
    const third = read()
    writeKey(machine, createKey().privateKey)
    await sign(machine)
    expect(read()).not.toBe(third)
    await run(machine, 'trust', 'key:release.pub')
    expect((await run(machine, ...INSTALL)).json).toMatchObject({ signature: { status: 'trusted' } })
  })

  test('refuses what is not a skill, or too large to be installed', async () => {
    const machine = withKey()
    for (const directory of ['nothing', 'release.pem']) {
      const { json } = await run(machine, 'sign', directory, '--key', 'release.pem')
      expect(json.error).toBe(`${join(machine.project, directory)} is not a directory`)
    }
    for (let at = 0; at <= 2000; at++) writeText(join(machine.project, `offered/pdf/f/${at}.md`), 'x')
    const { code, json } = await run(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
    expect({ code, error: json.error }).toEqual({ code: 1, error: expect.stringContaining('more than 2000') })
    expect(existsSync(join(machine.project, SIGNATURE))).toBe(false)
  })

  test('refuses a key that the skill itself contains', async () => {
    const machine = withKey()
    const key = readFileSync(join(machine.project, 'release.pem'), 'utf8')
    writeText(join(machine.project, 'offered/pdf/release.pem'), key)
    const { code, stderr } = await runMetier(machine, 'sign', 'offered/pdf', '--key', 'offered/pdf/release.pem')
    expect(code).toBe(1)
    expect(stderr).toContain('offered/pdf/release.pem is in the skill')
    expect(stderr).toContain('mv offered/pdf/release.pem ~/')
    expect(existsSync(join(machine.project, SIGNATURE))).toBe(false)
  })

  test('warns if others can read the key', async () => {
    const machine = withKey()
    expect((await runMetier(machine, 'sign', 'offered/pdf', '--key', 'release.pem')).stderr).toBe('')
    chmodSync(join(machine.project, 'release.pem'), 0o644)
    const { code, stderr } = await runMetier(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('chmod 600 release.pem') })
  })

  test('takes a passphrase from the named variable only', async () => {
    const { privateKey } = createKey()
    const machine = metier.create(OFFERED)
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'correct' })
    writeFileSync(join(machine.project, 'release.pem'), pem, { mode: 0o600 })
    const words = ['sign', 'offered/pdf', '--key', 'release.pem']
    expect((await run(machine, ...words)).json.error).toContain('is encrypted')
    const named = [...words, '--passphrase-env', 'RELEASE_PASSPHRASE']
    expect((await run(machine, ...named)).json.error).toContain('RELEASE_PASSPHRASE is not set')
    const having = (RELEASE_PASSPHRASE: string) => ({
      ...machine,
      variables: { ...machine.variables, RELEASE_PASSPHRASE },
    })
    expect((await run(having('wrong'), ...named)).json.error).toContain('cannot be decrypted')
    expect(await run(having('correct'), ...named)).toMatchObject({ code: 0, json: { signed: true } })
  })

  test('takes a key in SEC1 form, and a certificate chain', async () => {
    const machine = metier.create(OFFERED)
    const root = createAuthority('Example Root')
    const leaf = createCertified({ subject: 'Release', issuer: root })
    writeText(join(machine.project, 'release.pem'), String(leaf.privateKey.export({ type: 'sec1', format: 'pem' })))
    writeText(join(machine.project, 'release.crt'), toPem(leaf.certificate))
    writeText(join(machine.project, 'root.crt'), toPem(root.certificate))
    const words = ['sign', 'offered/pdf', '--key', 'release.pem', '--certificate']
    expect(await run(machine, ...words, 'root.crt')).toMatchObject({ code: 1, json: { code: 'key_invalid' } })
    const repeated = await runMetier(machine, ...words, 'release.crt', '--certificate', 'release.crt')
    expect(repeated.stderr).toContain("Pass the key's certificate first, then the one that issued it")
    expect(existsSync(join(machine.project, SIGNATURE))).toBe(false)
    expect(await run(machine, ...words, 'release.crt')).toMatchObject({ code: 0, json: { subject: 'CN=Release' } })
    await run(machine, 'trust', 'key:root.crt')
    expect((await run(machine, ...INSTALL)).json).toMatchObject({
      installed: true,
      signature: { status: 'trusted', signer: { subject: 'CN=Release' } },
    })
  })

  test.each<[string, string, RegExp]>([
    ['no key', '', /is not a private key in PEM/],
    ['a public key', String(createKey().publicKey.export({ type: 'spki', format: 'pem' })), /is not a private key/],
    [
      'an RSA key',
      String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })),
      /unsupported kind of key/,
    ],
    ['a larger file', 'x'.repeat(300_000), /too large/],
  ])('refuses %s, and writes nothing', async (_, text, error) => {
    const machine = metier.create(OFFERED)
    writeText(join(machine.project, 'release.pem'), text)
    const { code, json } = await run(machine, 'sign', 'offered/pdf', '--key', 'release.pem')
    expect({ code, error: json.error }).toEqual({ code: 1, error: expect.stringMatching(error) })
    expect(existsSync(join(machine.project, SIGNATURE))).toBe(false)
  })

  test('refuses a directory that is not a skill, and a skill with links', async () => {
    const machine = withKey()
    expect((await run(machine, 'sign', 'offered', '--key', 'release.pem')).json.error).toContain('has no SKILL.md')
    symlinkSync('/etc/passwd', join(machine.project, 'offered/pdf/link'))
    expect((await run(machine, 'sign', 'offered/pdf', '--key', 'release.pem')).json.error).toContain('links')
    expect(await run(machine, 'sign', 'offered/pdf')).toMatchObject({ code: 2 })
  })
})

describe('an installation', () => {
  test('by a trusted signer is recorded in the lock, and shown by install, info and verify', async () => {
    const machine = await signedMachine()
    const { stdout } = await runMetier(machine, ...INSTALL)
    expect(stdout).toMatch(/ {2}signed by sha256:[0-9a-f]{64}\n/)
    const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
    const { fingerprint } = lock.skills.pdf.signedBy
    expect((await run(machine, 'info', 'pdf')).json).toMatchObject({ source: { signedBy: { fingerprint } } })
    expect((await runMetier(machine, 'info', 'pdf')).stdout).toMatch(`signed by   ${fingerprint}`)
    expect((await run(machine, 'verify')).json).toMatchObject({
      ok: true,
      skills: [{ status: 'ok', signature: { status: 'trusted', signer: { fingerprint } } }],
    })
  })

  test('by an unknown signer goes on, and says so', async () => {
    const machine = withKey()
    await sign(machine)
    const { code, stdout } = await runMetier(machine, ...INSTALL)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('signer that you do not trust') })
    const lock = JSON.parse(readFileSync(join(machine.home, '.agents/skills.lock.json'), 'utf8'))
    expect(lock.skills.pdf.signedBy).toBeUndefined()
    expect((await run(machine, 'verify')).json).toMatchObject({
      ok: true,
      skills: [{ signature: { status: 'unknown' } }],
    })
    expect((await runMetier(machine, 'info', 'pdf')).stdout).toContain('a signer that was not trusted')
  })
})

describe('skills.requireSignature', () => {
  test('lets a trusted signer in, and concerns its own sources only', async () => {
    const signed = await signedMachine()
    await run(signed, 'config', 'set', 'skills.requireSignature', '["local:*"]')
    expect((await run(signed, ...INSTALL)).json).toMatchObject({ installed: true })
    const other = metier.create(OFFERED)
    await run(other, 'config', 'set', 'skills.requireSignature', '["github.com/example/*"]')
    expect((await run(other, ...INSTALL)).json).toMatchObject({ installed: true })
  })

  test.each(['*', 'local*of'])('%s applies to every source, so that a slip lifts nothing', async (pattern) => {
    const machine = metier.create(OFFERED)
    const skills = { requireSignature: [pattern] }
    writeText(join(machine.home, '.metier/config.json'), JSON.stringify({ skills }))
    expect((await run(machine, ...INSTALL)).json).toMatchObject({ signature: { code: 'signature_missing' } })
  })

  test("a project's configuration can require signatures, and cannot bring keys", async () => {
    const machine = withKey()
    await sign(machine)
    const key = publicOf(createPrivateKey(readFileSync(join(machine.project, 'release.pem'))))
    const skills = { requireSignature: ['local:*'], trustedKeys: [{ name: 'theirs', key }] }
    writeText(join(machine.project, '.metier/config.json'), JSON.stringify({ skills }))
    mkdirSync(join(machine.project, '.git'))
    const { json, stderr } = await run(machine, ...INSTALL)
    expect(json).toMatchObject({ installed: false, signature: { code: 'key_untrusted' } })
    expect(stderr).toContain("skills.trustedKeys in a project's configuration has no effect")
  })
})

describe('an update', () => {
  test('names the signer, and shows no diff of the signature', async () => {
    const machine = withKey()
    await sign(machine)
    await run(machine, ...INSTALL)
    expect((await runMetier(machine, 'info', 'pdf')).stdout).toContain(
      'a signer that was not trusted when it was installed',
    )
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    await sign(machine)
    const { stdout } = await runMetier(machine, 'update', 'pdf')
    expect(stdout).toContain('signed by a signer that you do not trust')
    expect(stdout).toMatch(/changed +skill\.oms\.sig/)
    expect(stdout).not.toContain('dsseEnvelope')
  })

  test('of a signed skill that arrives unsigned needs consent', async () => {
    const machine = await signedMachine()
    await run(machine, ...INSTALL)
    rmSync(join(machine.project, SIGNATURE))
    writeText(join(machine.project, 'offered/pdf/scripts/run.sh'), 'echo 2\n')
    const { code, json } = await run(machine, 'update', 'pdf')
    expect({ code, json }).toMatchObject({
      code: 1,
      json: { updated: false, error: 'dangerous pattern detected', pattern: 'signature lost' },
    })
    expect((await run(machine, 'update', 'pdf', '--yes')).json).toMatchObject({ updated: true })
  })
})

describe('verify', () => {
  test('gives the reason if an installed skill was edited', async () => {
    const machine = await signedMachine()
    await run(machine, ...INSTALL)
    writeText(join(machine.home, '.agents/skills/pdf/scripts/run.sh'), 'echo 2\n')
    const problem = { code: 'file_changed', about: 'scripts/run.sh' }
    const { code, json } = await run(machine, 'verify')
    expect({ code, json }).toMatchObject({
      code: 1,
      json: { ok: false, skills: [{ status: 'changed', signature: { status: 'invalid', problem } }] },
    })
    const { stdout } = await runMetier(machine, 'verify')
    expect(stdout).toContain('signature: A file was changed after it was signed: scripts/run.sh')
    expect((await runMetier(machine, 'info', 'pdf')).stdout).toContain("changed since; run 'metier verify'")
  })
})

describe('metier trust key:FILE', () => {
  test('shows the fingerprint, lists the key, and removes it by a part of the fingerprint', async () => {
    const machine = withKey()
    const { json } = await run(machine, 'trust', 'key:release.pub')
    const { key } = json as { readonly key: { readonly fingerprint: string } }
    expect(json).toMatchObject({ trusted: true, key: { kind: 'key', name: 'release.pub' }, trustedKeys: [key] })
    await run(machine, 'trust', 'key:release.pub')
    expect((await run(machine, 'trust')).json).toMatchObject({ trustedKeys: [key] })
    expect((await runMetier(machine, 'trust')).stdout).toContain(`key:${key.fingerprint} (release.pub)`)
    const part = `key:${key.fingerprint.slice(0, 'sha256:'.length + 12)}`
    expect(await run(machine, 'trust', part, '--remove')).toMatchObject({ code: 0, json: { trusted: false } })
    expect((await run(machine, 'trust', part, '--remove')).json.error).toContain('is not a trusted key')
    expect(statSync(join(machine.home, '.metier/config.json')).mode & 0o077).toBe(0)
  })

  test.each([
    ['release.pem', 'is a private key'],
    ['missing.pub', 'does not exist'],
    ['offered/pdf/SKILL.md', 'is not a public key or certificate'],
  ])('refuses %s', async (file, error) => {
    const { code, json } = await run(withKey(), 'trust', `key:${file}`)
    expect({ code, error: json.error }).toEqual({ code: 1, error: expect.stringContaining(error) })
  })
})
