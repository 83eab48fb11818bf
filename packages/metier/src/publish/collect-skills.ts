/** Reads the skills of a directory as an installation would, and examines each: what may not be installed is not published. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import type { Finding } from '../gate/finding.js'
import { COUNTERSIGNATURE_FILE, SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import type { SignatureProblem } from '../gate/signature/signature-problem.js'
import { type Diagnostic, type DiagnosticCode, levelBroken } from '../skill/diagnostic.js'
import { type Failure, fail, type Result, succeed } from '../skill/failure.js'
import { isConformantName, suggestConformantName } from '../skill/name.js'
import { parseSourceReference } from '../sources/reference.js'
import type { Offer, Source, SourceContext, SourceReference } from '../sources/source.js'
import { createSources } from '../sources/sources.js'
import { type Examination, examineBundle, type ScanFiles } from '../store/examine.js'
import { checkArriving, findUnfit, NO_SIGNERS } from '../store/signatures/signature-policy.js'
import { explainPlaceholders, reviewTools } from '../system/skill-files/review-tools.js'
import { sortByPath } from '../system/skill-files/tree-digest.js'
import { SHORT_DIGEST, type SkillRelease } from './skill-release.js'

/** What the clients that are known accept. */
const MOST_FILES = 1000
const MOST_BYTES = 50 * 1024 * 1024
/** Of all skills together: the archive of the plugin has them all, and everything is in memory. */
const MOST_TOTAL_FILES = 60_000
const MOST_TOTAL_BYTES = 1024 * 1024 * 1024

/** Why a skill cannot be published. */
export type ReleaseProblem =
  | { readonly code: 'name_invalid'; readonly suggestion: string | undefined }
  | { readonly code: 'name_repeated'; readonly other: string }
  /** In its SKILL.md, or in the file that the diagnostic names, relative to the skill. */
  | { readonly code: 'not_conformant'; readonly diagnostic: Diagnostic }
  | { readonly code: 'too_many_files'; readonly count: number; readonly most: number }
  | { readonly code: 'too_large'; readonly bytes: number; readonly most: number }
  /** One for each rule. */
  | { readonly code: 'blocked'; readonly finding: Finding; readonly others: number }
  /** Every client that checks the signature would refuse it. */
  | { readonly code: 'signature_invalid'; readonly problem: SignatureProblem }
  | { readonly code: 'unreadable'; readonly failure: Failure }

export interface ExaminedSkill {
  readonly name: string
  /** Its directory, relative to the published one. */
  readonly path: string
  readonly findings: readonly Finding[]
  readonly diagnostics: readonly Diagnostic[]
  /** Paths in its directory that are not published: links that lead nowhere, settings of agents and editors. */
  readonly leftOut: readonly string[]
  readonly outcome:
    | { readonly ok: true; readonly release: SkillRelease }
    | { readonly ok: false; readonly problems: readonly ReleaseProblem[] }
}

export interface CollectOptions {
  readonly workdir: string
  readonly home: string | undefined
  readonly scan: ScanFiles
  readonly signal?: AbortSignal | undefined
  readonly onSkill?: ((name: string, done: number, total: number) => void) | undefined
}

/** All skills of a directory, sorted by name. */
export async function collectSkills(
  directory: string,
  options: CollectOptions,
): Promise<Result<readonly ExaminedSkill[]>> {
  const { workdir, home, signal } = options
  const reference = parseSourceReference(`local:${directory}`, { workdir, home })
  if (!reference.ok) return reference
  const source = createSources({})[reference.value.kind]
  // The directory is the user's own.
  const context: SourceContext = { signal, isTrusted: () => true }
  const usual = await source.resolve(reference.value, {}, context)
  if (!usual.ok) return usual
  const all = await source.resolve(reference.value, { isFullDepth: true }, context)
  if (!all.ok) return all
  const offers = withGroups(usual.value, all.value)
  const examined: ExaminedSkill[] = []
  let [files, bytes] = [0, 0]
  for (const [at, offer] of offers.entries()) {
    options.onSkill?.(offer.name, at, offers.length)
    const skill = await examineOffer({ source, reference: reference.value, context }, offer, options)
    const own = skill.outcome.ok ? skill.outcome.release.files : []
    files += own.length
    bytes += own.reduce((sum, file) => sum + file.bytes.length, 0)
    if (files > MOST_TOTAL_FILES || bytes > MOST_TOTAL_BYTES) return refuseTotal(directory)
    examined.push(skill)
  }
  return succeed(withoutRepeats(examined.toSorted((a, b) => (a.name < b.name ? -1 : 1))))
}

/** No skill hides another one in a group next to it, as it would in a repository of someone else: `ci` counts them all. */
function withGroups(usual: readonly Offer[], all: readonly Offer[]): readonly Offer[] {
  if (usual.some(({ path = '' }) => path === '')) return usual
  const found = [...usual]
  for (const offer of all.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    const { path = '' } = offer
    const isInside = found.some((other) => path === other.path || path.startsWith(`${other.path}/`))
    if (!isInside && !/(?:^|\/)\./.test(path)) found.push(offer)
  }
  return found
}

function depthOf({ path = '' }: Offer): number {
  return path.split('/').length
}

function refuseTotal(directory: string): Result<never> {
  const most = `${MOST_TOTAL_FILES} files and ${MOST_TOTAL_BYTES / 1024 / 1024} MiB`
  return fail('limit_exceeded', `${directory} has too much for one site: more than ${most}`, [
    'Publish its parts as sites of their own.',
  ])
}

interface OpenedSource {
  readonly source: Source
  readonly reference: SourceReference
  readonly context: SourceContext
}

async function examineOffer(
  { source, reference, context }: OpenedSource,
  offer: Offer,
  { scan, signal }: CollectOptions,
): Promise<ExaminedSkill> {
  const path = offer.path ?? ''
  const refused = (failure: Failure): ExaminedSkill => {
    const problem = { code: 'unreadable', failure } as const
    return {
      name: offer.name,
      path,
      findings: [],
      diagnostics: [],
      leftOut: [],
      outcome: { ok: false, problems: [problem] },
    }
  }
  const directory = await mkdtemp(join(tmpdir(), 'metier-publish-'))
  try {
    const fetched = await source.fetch(reference, offer, directory, context)
    if (!fetched.ok) return refused(fetched.failure)
    const { files, findings, leftOut, linksOut = [] } = fetched.value
    const examined = await examineBundle(fetched.value.directory, {
      slug: offer.name,
      scan,
      promised: files,
      findings,
      links: linksOut.map((link) => ({ ...link, leadsOut: true })),
      signal,
    })
    if (!examined.ok) return refused(examined.failure)
    return judge(examined.value, await findToolMistakes(fetched.value.directory), { path, leftOut })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Such a skill cannot be approved, so its tools cannot be used. */
async function findToolMistakes(directory: string): Promise<readonly Diagnostic[]> {
  const review = await reviewTools(directory)
  return [...review.diagnostics, ...explainPlaceholders(review)].map(({ file = directory, ...diagnostic }) => ({
    ...diagnostic,
    file: relative(directory, file).split(sep).join('/'),
  }))
}

function judge(
  examination: Examination,
  mistakes: readonly Diagnostic[],
  about: Pick<ExaminedSkill, 'path' | 'leftOut'>,
): ExaminedSkill {
  const { document, findings } = examination
  const problems = findProblems(examination, mistakes)
  const outcome =
    problems.length === 0 ? { ok: true as const, release: toRelease(examination) } : { ok: false as const, problems }
  return { name: document.name, findings, diagnostics: document.diagnostics, ...about, outcome }
}

/** The site gives a skill a directory of its name. The name has a problem of its own. */
const IRRELEVANT: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['name_mismatch', 'name_characters'])

/** Other clients repair less than Metier does, so a skill has to conform to the specification. */
function findProblems(
  { document, findings, files, contents }: Examination,
  mistakes: readonly Diagnostic[],
): readonly ReleaseProblem[] {
  const { name, diagnostics } = document
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const tree = {
    files,
    signature: contents.get(SIGNATURE_FILE),
    countersignature: contents.get(COUNTERSIGNATURE_FILE),
  }
  const signed = checkArriving(tree, NO_SIGNERS, { now: new Date() })
  const unfit = findUnfit(signed, false)
  const odd = [...diagnostics.filter(isUnpublishable), ...mistakes]
  return [
    ...listBlocked(findings),
    ...(isConformantName(name) ? [] : [{ code: 'name_invalid', suggestion: suggestConformantName(name) } as const]),
    ...odd.map((diagnostic) => ({ code: 'not_conformant', diagnostic }) as const),
    ...(files.length > MOST_FILES ? [{ code: 'too_many_files', count: files.length, most: MOST_FILES } as const] : []),
    ...(bytes > MOST_BYTES ? [{ code: 'too_large', bytes, most: MOST_BYTES } as const] : []),
    ...(unfit === undefined ? [] : [{ code: 'signature_invalid', problem: unfit } as const]),
  ]
}

/** Skills that are not written yet: a model chooses by the description, and follows the body. */
const UNWRITTEN: ReadonlySet<DiagnosticCode> = new Set(['description_placeholder', 'body_placeholder'])

function isUnpublishable({ code }: Diagnostic): boolean {
  return (levelBroken(code) !== undefined && !IRRELEVANT.has(code)) || UNWRITTEN.has(code)
}

function listBlocked(findings: readonly Finding[]): readonly ReleaseProblem[] {
  const blocking = findings.filter(({ severity }) => severity === 'block')
  return [...new Set(blocking.map(({ rule }) => rule))].flatMap((wanted) => {
    const [finding, ...others] = blocking.filter(({ rule }) => rule === wanted)
    return finding === undefined ? [] : [{ code: 'blocked', finding, others: others.length } as const]
  })
}

function toRelease({ document, digest, files, contents, mainFile }: Examination): SkillRelease {
  const { version, license } = document.traits
  const hex = digest.replace(/^sha256:/, '')
  return {
    name: document.name,
    description: document.description,
    version: version ?? hex.slice(0, SHORT_DIGEST),
    isVersioned: version !== undefined,
    license,
    digest: hex,
    // Every client looks for this spelling.
    files: sortByPath(
      files.map(({ path, mode }) => ({
        path: path === mainFile ? 'SKILL.md' : path,
        bytes: contents.get(path) ?? new Uint8Array(),
        isExecutable: mode === '0755',
      })),
    ),
  }
}

/** Two skills of one name would be one skill to a client. Sorted, they are neighbors. */
function withoutRepeats(skills: readonly ExaminedSkill[]): readonly ExaminedSkill[] {
  return skills.map((skill, at) => {
    const other = [skills[at - 1], skills[at + 1]].find((each) => each?.name === skill.name)
    if (other === undefined || !skill.outcome.ok) return skill
    return { ...skill, outcome: { ok: false, problems: [{ code: 'name_repeated', other: other.path }] } }
  })
}
