/** Examines a bundle in quarantine: its files, whether it is a skill, and what the scan finds in exactly these bytes. */

import { Buffer } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BundleFile, BundleLink } from '../gate/bundle.js'
import { type Finding, type Verdict, verdictOf } from '../gate/finding.js'
import type { OnFile } from '../gate/gather.js'
import type { Review } from '../gate/reviewer/review.js'
import { type Failure, fail, type Result, succeed } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { type Document, parseSkill } from '../skill/parse.js'
import type { StagedFile } from '../sources/source.js'
import { checkPaths } from '../sources/tree/stage-files.js'
import type { DurableFiles } from '../system/files/durable-files.js'
import { digestTree, readTree, sha256Of, sortByPath, type TreeFile } from '../system/skill-files/tree-digest.js'
import { readYaml } from '../system/yaml.js'

/** Scans files. The caller passes it in. */
export type ScanFiles = (
  files: readonly BundleFile[],
  signal?: AbortSignal,
  onFile?: OnFile,
  links?: readonly BundleLink[],
) => Promise<{ readonly findings: readonly Finding[]; readonly ruleSet: string; readonly review?: Review }>

/** An examined bundle. Other modules decide whether to install it. */
export interface Examination {
  readonly files: readonly TreeFile[]
  readonly digest: string
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly document: Document
  /** As the main file's name is spelled. */
  readonly mainFile: string
  /** Why the files are not a skill that can be loaded; only set for files that may be broken. */
  readonly problem?: string
  /** Worst first. */
  readonly findings: readonly Finding[]
  readonly verdict: Verdict
  readonly ruleSet: string
  /** Set if a model was asked as well. */
  readonly review?: Review
}

export interface ExamineOptions {
  /** The name of the skill's future directory. */
  readonly slug: string
  readonly scan: ScanFiles
  /** The sizes and digests that its source declared for the files. */
  readonly promised?: readonly StagedFile[] | undefined
  /** The findings that its source reports. */
  readonly findings?: readonly Finding[] | undefined
  /** Links among the author's files, if the scan is to judge them. An installation only leaves them out. */
  readonly links?: readonly BundleLink[] | undefined
  readonly signal?: AbortSignal | undefined
  readonly onFile?: OnFile | undefined
  /** True for files that go back to where they were: they are scanned, but need not be a skill, and may have links among them. */
  readonly isKept?: boolean
  /** True for files in quarantine: every one that would be committed is scanned. */
  readonly isStaged?: boolean
}

export async function examineBundle(directory: string, options: ExamineOptions): Promise<Result<Examination>> {
  const contents = new Map<string, Uint8Array>()
  const files = await readTree(directory, {
    signal: options.signal,
    keepsSystemFiles: options.isStaged === true,
    take: ({ path }, bytes) => void contents.set(path, bytes),
  })
  const plain = withoutLinks(files, options)
  const odd = findOddFile(plain, options.promised) ?? findUnread(plain, contents)
  return odd ?? examineContents(files, contents, options)
}

/** Examines files that are in memory, as if they were in quarantine. Their paths are checked as those of an archive. */
export async function examineFiles(
  bundle: readonly BundleFile[],
  options: ExamineOptions,
): Promise<Result<Examination>> {
  const refusal = checkPaths(bundle)
  if (refusal !== undefined) return refusal
  const contents = new Map(bundle.map(({ path, bytes }) => [path, bytes]))
  const files = sortByPath(
    bundle.map(({ path, bytes, isExecutable }): TreeFile => {
      return { path, size: bytes.length, sha256: sha256Of(bytes), mode: isExecutable ? '0755' : '0644' }
    }),
  )
  return examineContents(files, contents, options)
}

/** A link has no content of its own: what it leads to is in the list, or is not part of the skill. */
function withoutLinks(files: readonly TreeFile[], { isKept = false }: ExamineOptions): readonly TreeFile[] {
  return isKept ? files.filter(({ mode }) => mode !== 'link') : files
}

async function examineContents(
  files: readonly TreeFile[],
  contents: ReadonlyMap<string, Uint8Array>,
  options: ExamineOptions,
): Promise<Result<Examination>> {
  const plain = withoutLinks(files, options)
  const read = readMainFile(plain, contents, options.slug)
  if (!read.ok && options.isKept !== true) return read
  const main = read.ok ? read.value : describeBroken(read.failure, options.slug)
  const bundle = plain.map(({ path, mode }): BundleFile => {
    return { path, bytes: contents.get(path) ?? new Uint8Array(), isExecutable: mode === '0755' }
  })
  const scanned = await options.scan(bundle, options.signal, options.onFile, options.links)
  const findings = sortFindings([...(options.findings ?? []), ...scanned.findings])
  const digest = digestTree(files)
  return succeed({
    ...main,
    files,
    digest,
    contents,
    findings,
    verdict: verdictOf(findings),
    ruleSet: scanned.ruleSet,
    ...(scanned.review !== undefined && { review: scanned.review }),
  })
}

/** Syncs every byte to disk and checks that the files are still the ones that were examined. */
export async function sealBundle(
  directory: string,
  { digest }: Pick<Examination, 'digest'>,
  durable: DurableFiles,
): Promise<Result<void>> {
  const folders = new Set([directory])
  const addFolders = (path: string) => {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(join(directory, folder))
  }
  const visit = async (handle: FileHandle, { mode }: TreeFile) => {
    await handle.chmod(mode === '0755' ? 0o755 : 0o644)
    durable.beforeStep('sync staged file')
    await handle.sync()
  }
  const files = await readTree(directory, { visit, keepsSystemFiles: true, onEmptyFolder: addFolders })
  for (const { path } of files) addFolders(path)
  if (digestTree(files) !== digest) {
    return fail('integrity_mismatch', 'The files in quarantine changed during the scan; nothing was installed')
  }
  for (const folder of folders) await durable.syncFolder(folder)
  return succeed(undefined)
}

/** Refuses a bundle with a file that was not scanned. */
function findUnread(files: readonly TreeFile[], contents: ReadonlyMap<string, Uint8Array>) {
  const unread = files.find(({ path }) => !contents.has(path))
  return (
    unread &&
    fail('limit_exceeded', `'${unread.path}' has ${unread.size} bytes, which is too large for a file in a skill`)
  )
}

function findOddFile(files: readonly TreeFile[], promised: readonly StagedFile[] | undefined) {
  const link = files.find(({ mode }) => mode === 'link')
  if (link !== undefined)
    return fail('skill_invalid', `'${link.path}' is not a regular file; a skill must not contain links`)
  if (promised === undefined) return undefined
  const known = new Map(promised.map((file) => [file.path, file]))
  const differs = files.find(({ path, size, sha256 }) => {
    const file = known.get(path)
    return file === undefined || file.size !== size || file.sha256 !== sha256
  })
  if (differs === undefined && files.length === promised.length) return undefined
  return fail(
    'integrity_mismatch',
    `A file in quarantine differs from the one that was fetched: ${differs?.path ?? ''}`,
  )
}

type MainFile = Pick<Examination, 'document' | 'mainFile' | 'problem'>

const MAIN_FILE = /^skills?\.md$/i

function readMainFile(
  files: readonly TreeFile[],
  contents: ReadonlyMap<string, Uint8Array>,
  slug: string,
): Result<MainFile> {
  const names = files.map(({ path }) => path).filter((path) => MAIN_FILE.test(path))
  const mainFile = names.find((name) => name === 'SKILL.md') ?? names[0]
  if (mainFile === undefined) return fail('skill_invalid', 'No SKILL.md found')
  const bytes = Buffer.from(contents.get(mainFile) ?? [])
  if (bytes.length > LIMITS.skillFileBytes) return fail('limit_exceeded', `${mainFile} is larger than 1 MiB`)
  const text = decode(bytes)
  if (text === undefined) return fail('skill_malformed', `${mainFile} is not UTF-8 text`)
  const paths = new Set(files.map(({ path }) => path))
  const document = parseSkill(text, {
    directory: slug,
    fileName: mainFile,
    readYaml,
    hasFile: (path) => paths.has(path),
  })
  if (document.isLoadable) return succeed({ document, mainFile })
  const { message, line } = document.diagnostics.find(({ severity }) => severity === 'error') ?? {
    message: '',
    line: 1,
  }
  return { ok: false, failure: { ...fail('skill_invalid', message).failure, file: mainFile, line } }
}

/** No loader takes it, and neither do we; only its files come back. */
function describeBroken({ message, file = 'SKILL.md' }: Failure, slug: string): MainFile {
  return { document: parseSkill('', { directory: slug, fileName: file }), mainFile: file, problem: message }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const RANKS = { block: 0, warn: 1, note: 2 } as const

/** Worst first. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity])
}
