/** What the tests of sources have in common: from what somebody writes to what lies in quarantine. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isTrustedSource } from '../../src/gate/trust.js'
import type { Result } from '../../src/skill/failure.js'
import { parseSourceReference } from '../../src/sources/reference.js'
import type {
  InstalledRelease,
  Offer,
  Progress,
  Source,
  SourceContext,
  SourceReference,
  StagedBundle,
} from '../../src/sources/source.js'
import { createSources } from '../../src/sources/sources.js'
import type { SourcesOptions } from '../../src/sources/sources-options.js'
import { temporaryFolder } from '../support/temporary.js'

export interface Setting {
  readonly options?: SourcesOptions
  readonly trusted?: readonly string[]
  readonly skill?: string
  readonly recorded?: string
  readonly isFullDepth?: boolean
  readonly keepsSettings?: boolean
  readonly signal?: AbortSignal
  /** Done to each offer between the two steps. */
  readonly change?: (offer: Offer) => Offer
}

export interface Fetched {
  readonly offers: Result<readonly Offer[]>
  /** The first offer's bundle. */
  readonly bundle: Result<StagedBundle> | undefined
  readonly directory: string
  readonly progress: readonly Progress[]
}

/** Resolves a source and fetches the first offer. */
export async function fetchFrom(text: string, setting: Setting = {}): Promise<Fetched> {
  const { source, reference, context, progress } = openSource(text, setting)
  const directory = temporaryFolder()
  const offers = await source.resolve(reference, setting, context)
  const [offer] = offers.ok ? offers.value : []
  if (offer === undefined) return { offers, bundle: undefined, directory, progress }
  const bundle = await source.fetch(reference, setting.change?.(offer) ?? offer, directory, context)
  return { offers, bundle, directory, progress }
}

function openSource(text: string, setting: Setting = {}) {
  const progress: Progress[] = []
  const trusted = setting.trusted ?? ['clawhub', 'local:*']
  const context: SourceContext = {
    isTrusted: (identity) => isTrustedSource(identity, trusted),
    onProgress: (step) => progress.push(step),
    keepsSettings: setting.keepsSettings,
    signal: setting.signal,
  }
  const reference = referenceTo(text, setting.options?.registries)
  const source: Source = createSources({ variables: { PATH: process.env.PATH }, ...setting.options })[reference.kind]
  return { source, reference, context, progress }
}

function referenceTo(text: string, registries: SourcesOptions['registries']): SourceReference {
  const reference = parseSourceReference(text, {
    workdir: process.cwd(),
    ...(registries !== undefined && { registries }),
  })
  if (!reference.ok) throw new Error(reference.failure.message)
  return reference.value
}

/** What a source says about installed versions. */
export async function judgeAt(text: string, releases: readonly Partial<InstalledRelease>[], setting: Setting = {}) {
  const { source, reference, context } = openSource(text, setting)
  const release = { reference, skill: 'pdf', version: '1.0.0', path: null }
  return await source.judge?.(
    releases.map((one) => ({ ...release, ...one })),
    context,
  )
}

/** The code of the failure, from whichever step it came; `fetched` where both went well. */
export function outcomeOf({ offers, bundle }: Fetched): string {
  if (!offers.ok) return offers.failure.code
  if (bundle === undefined) return 'no offer'
  return bundle.ok ? 'fetched' : bundle.failure.code
}

/** What the failure says. */
export function messageOf({ offers, bundle }: Fetched): string {
  if (!offers.ok) return offers.failure.message
  return bundle === undefined || bundle.ok ? '' : bundle.failure.message
}

/** Every file below a folder with its text. */
export function filesIn(directory: string): Readonly<Record<string, string>> {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(directory, path)).isFile())
  return Object.fromEntries(files.toSorted().map((path) => [path, readFileSync(join(directory, path), 'utf8')]))
}
