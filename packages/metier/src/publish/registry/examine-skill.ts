/** The gate for a registry server: what it would refuse to install, it refuses to publish. */

import type { BundleFile } from '../../gate/bundle.js'
import type { Finding, Verdict } from '../../gate/finding.js'
import { COUNTERSIGNATURE_FILE, SIGNATURE_FILE } from '../../gate/signature/read-bundle.js'
import { describeSignatureProblem } from '../../gate/signature/signature-problem.js'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isLeftOut } from '../../sources/tree/left-out.js'
import { examineFiles } from '../../store/examine.js'
import { checkArriving, findUnfit, NO_SIGNERS } from '../../store/signatures/signature-policy.js'
import { scanApart } from '../../system/scan-process/scan-apart.js'

/** Options of `examineSkill`. */
export interface ExamineSkillOptions {
  /** The name that the skill is published under; its fallback if SKILL.md has none. */
  readonly name: string
  /** Aborts the scan. */
  readonly signal?: AbortSignal
  /** The moment at which a signature has to be valid; now by default. */
  readonly now?: Date
}

/** One file of an examined skill. */
export interface PublishableFile extends BundleFile {
  /** In hexadecimal. */
  readonly sha256: string
}

/** An examined skill. */
export interface ExaminedBundle {
  readonly name: string
  readonly description: string
  /** As the frontmatter has it. */
  readonly version: string | undefined
  readonly license: string | undefined
  readonly tags: readonly string[]
  /** The Markdown after the frontmatter. */
  readonly body: string
  readonly frontmatter: Readonly<Record<string, unknown>>
  /** Sorted by the bytes of their paths, with the main file as `SKILL.md`. */
  readonly files: readonly PublishableFile[]
  /** Files that no client installs, such as settings of agents and editors. */
  readonly leftOut: readonly string[]
  /** Whether its author signed it. */
  readonly isSigned: boolean
  /** The digest of all files, which is the same however they are packed. */
  readonly digest: string
  readonly diagnostics: readonly Diagnostic[]
  /** Worst first. */
  readonly findings: readonly Finding[]
  readonly verdict: Verdict
  readonly ruleSet: string
}

/**
 * Examines the files of a skill in memory as an installation would: paths, limits, main file, signature, and a scan in a
 * process of its own. Nothing is run or written. A blocked skill is examined too: look at `verdict`.
 *
 * @example
 * import { examineSkill } from 'metier/gate'
 *
 * const main = { path: 'SKILL.md', bytes: new TextEncoder().encode('---\nname: a\ndescription: B\n---\n'), isExecutable: false }
 * const examined = await examineSkill([main], { name: 'a' })
 * if (examined.ok) console.log(examined.value.verdict, examined.value.findings)
 */
export async function examineSkill(
  files: readonly BundleFile[],
  { name, signal, now = new Date() }: ExamineSkillOptions,
): Promise<Result<ExaminedBundle>> {
  // A countersignature of another registry server says nothing here.
  const isOut = (path: string) => isLeftOut(path, false) || path === COUNTERSIGNATURE_FILE
  const kept = files.filter(({ path }) => !isOut(path))
  const leftOut = files.map(({ path }) => path).filter(isOut)
  const named = withMainFile(kept)
  if (!named.ok) return named
  const examined = await examineFiles(named.value, {
    slug: name,
    signal,
    scan: (bundle, abort) => scanApart(bundle, { leftOut }, { signal: abort }),
  })
  if (!examined.ok) return examined
  const { document, digest, files: listed, contents, findings, verdict, ruleSet } = examined.value
  const signature = contents.get(SIGNATURE_FILE)
  const problem = findUnfit(checkArriving({ files: listed, signature }, NO_SIGNERS, { now }), false)
  if (problem !== undefined) return fail('signature_invalid', describeSignatureProblem(problem))
  return succeed({
    name: document.name,
    description: document.description,
    version: document.traits.version,
    license: document.traits.license,
    tags: document.traits.tags,
    body: document.body,
    frontmatter: document.frontmatter,
    files: listed.map(({ path, sha256, mode }) => ({
      path,
      sha256,
      bytes: contents.get(path) ?? new Uint8Array(),
      isExecutable: mode === '0755',
    })),
    leftOut,
    isSigned: signature !== undefined,
    digest: digest.replace(/^sha256:/, ''),
    diagnostics: document.diagnostics,
    findings,
    verdict,
    ruleSet,
  })
}

const MAIN_FILE = /^skills?\.md$/i

/** Every client looks for `SKILL.md`, so that is how the main file is published. */
function withMainFile(files: readonly BundleFile[]): Result<readonly BundleFile[]> {
  const others = files.filter(({ path }) => path !== 'SKILL.md' && MAIN_FILE.test(path))
  if (files.some(({ path }) => path === 'SKILL.md')) return succeed(files)
  const [main, second] = others
  if (main === undefined) return fail('skill_invalid', 'No SKILL.md found')
  if (second !== undefined) return fail('skill_invalid', `'${main.path}' and '${second.path}' are both main files`)
  if (files.some(({ path }) => path === SIGNATURE_FILE)) {
    return fail('skill_invalid', `'${main.path}' has to be named SKILL.md`, ['Rename it, then sign the skill again'])
  }
  return succeed(files.map((file) => (file === main ? { ...file, path: 'SKILL.md' } : file)))
}
