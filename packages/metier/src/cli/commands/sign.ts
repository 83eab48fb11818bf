import { basename, resolve } from 'node:path'
import { signFolder } from '../../publish/sign-folder.js'
import { type Failure, type Result, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { isInside } from '../../system/files/contained-file.js'
import { readCertificateFile, readSigningKey, type SigningKey } from '../../system/signatures/key-files.js'
import { answer, type Command, type CommandOutcome, refuse } from '../arguments/command.js'
import { describeSigner } from '../store/signature-lines.js'
import { type Line, styled } from '../terminal/lines.js'

type Certificates = Extract<Awaited<ReturnType<typeof readCertificateFile>>, { readonly ok: true }>['value']

export const command: Command = {
  name: 'sign',
  summary: 'Sign a skill',
  details: [
    'Writes skill.oms.sig into the directory: an OpenSSF Model Signing bundle with a digest of every file. Sign again after every change; if nothing changed, the file stays as it is. Files of git at the top of the directory (.gitignore, .gitattributes, .github) are not covered, and a signed skill is installed without them.',
    'Takes a P-256, P-384, P-521 or Ed25519 key in PEM. With --certificate, the signature has the certificates, and others trust their root; without it, others trust the public key.',
  ],
  arguments: [{ name: 'DIR', summary: "The skill's directory", completes: 'folders' }],
  options: [
    { name: 'key', kind: 'text', value: 'FILE', completes: 'files', summary: 'The private key, in PEM' },
    {
      name: 'certificate',
      kind: 'texts',
      value: 'FILE',
      completes: 'files',
      summary: "The key's certificate, then those of its authorities, in PEM (repeatable)",
    },
    {
      name: 'passphrase-env',
      kind: 'text',
      value: 'NAME',
      summary: "The environment variable with the key's passphrase",
    },
  ],
  examples: [
    { line: 'metier sign skills/pdf --key release.pem', summary: 'Sign a skill with a key' },
    {
      line: 'metier sign skills/pdf --key release.pem --certificate release.crt --certificate team-ca.crt',
      summary: 'Sign with a certificate chain',
    },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const file = input.text('key')
    if (file === undefined) return { ...refuse('missing option --key FILE', [CREATE]), exitCode: 2 }
    const at = (path: string) => resolve(context.workdir, path)
    const directory = at(input.argument('DIR') ?? '')
    if (at(file) !== directory && isInside(at(file), directory))
      return refuse(`${file} is in the skill: anyone who gets the skill would get the key`, [
        `Move it first: mv ${quoteForShell(file)} ~/`,
      ])
    const key = await readSigningKey(at(file), input.text('passphrase-env'))
    if (!key.ok) return refuseFailure(key.failure)
    const certificates = await readCertificates(input.texts('certificate').map(at))
    if (!certificates.ok) return refuseFailure(certificates.failure)
    const signed = await signFolder(directory, {
      key: key.value,
      certificates: certificates.value,
      name: basename(directory),
      now: new Date(),
      signal: context.signal,
    })
    if (!signed.ok) return refuseFailure(signed.failure)
    const { path, files, leftOut, signer, isUnchanged } = signed.value
    return answer(
      { signed: true, ...(isUnchanged && { unchanged: true }), path, files, leftOut, ...signer },
      () => [
        [styled('✓ ', 'green'), `${describeFiles(files, isUnchanged)}: ${path}`],
        `  signed by ${describeSigner(signer)}`,
        ...(leftOut.length === 0 ? [] : [`  not covered: ${leftOut.join(', ')}`]),
      ],
      { notes: warnOf(key.value, file) },
    )
  },
}

function describeFiles(count: number, isUnchanged: boolean): string {
  const files = `${count} file${count === 1 ? '' : 's'}`
  return isUnchanged ? `${files} already signed` : `Signed ${files}`
}

const CREATE = "Create a key with 'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out ~/release.pem'"

function refuseFailure({ message, suggestions, code }: Failure): CommandOutcome {
  return refuse(message, suggestions, { error: message, code })
}

async function readCertificates(paths: readonly string[]): Promise<Result<Certificates>> {
  const all: Certificates[number][] = []
  for (const path of paths) {
    const read = await readCertificateFile(path)
    if (!read.ok) return read
    all.push(...read.value)
  }
  return succeed(all)
}

function warnOf({ isExposed }: SigningKey, file: string): readonly Line[] {
  if (!isExposed) return []
  return [[styled('warning: ', 'yellow'), `other users can read ${file}. Run: chmod 600 ${file}`]]
}
