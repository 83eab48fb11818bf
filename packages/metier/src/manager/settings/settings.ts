/** Merges the user's and the project's configuration: a project may restrict, never extend. */

import type { Suppression } from '../../gate/suppression.js'
import type { ProjectSwitches } from '../../registry/situation.js'
import type { SkillSet } from '../../registry/skill-set.js'
import { DIAGNOSTICS, type Diagnostic } from '../../skill/diagnostic.js'
import { type AdjustableLimits, LIMITS } from '../../skill/limits.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { isRecord } from '../../skill/unknown-value.js'
import {
  type Configuration,
  type EntrySettings,
  locateSetting,
  readConfiguration,
  readConfigurationObject,
  type SandboxMode,
  type TrustProject,
} from './configuration.js'
import { findProjectSwitches } from './project-switches.js'
import type { ReviewerSettings } from './reviewer-settings.js'
import { mergeSignatureSettings, type SignatureSettings } from './signature-settings.js'

export interface Settings extends SignatureSettings {
  readonly trustedSources: readonly string[]
  readonly disabled: ReadonlySet<string>
  /** The skills that the project disables. The user's file cannot enable them. */
  readonly disabledByProject: ProjectSwitches
  readonly roots: readonly string[]
  /** Whether skills of the project's dependencies are searched in `node_modules`. */
  readonly nodeModules: boolean
  /** The agents that installed skills are linked for; undefined if the user has not decided. */
  readonly agents: readonly string[] | undefined
  /** Further registries with ClawHub's API: name to address. */
  readonly registries: Readonly<Record<string, string>>
  readonly trustProject: TrustProject
  readonly suppressions: readonly Suppression[]
  readonly entries: ReadonlyMap<string, EntrySettings>
  /** The sets of skills by name. The user's takes precedence over the project's of the same name. */
  readonly sets: ReadonlyMap<string, ConfiguredSet>
  readonly policy: unknown
  /** The model that reviews skills; undefined if there is none. Never from a project's configuration. */
  readonly reviewer: ReviewerSettings | undefined
  readonly sandbox: SandboxMode
  readonly limits: AdjustableLimits
  readonly diagnostics: readonly Diagnostic[]
  /** The user's file, which changes are written to; undefined if the host passed an object. */
  readonly file: string | undefined
}

/** A set, and whose configuration has it. */
export interface ConfiguredSet extends SkillSet {
  readonly scope: 'personal' | 'project'
}

export interface SettingsOptions {
  /** The user's configuration: a file, or the object itself. */
  readonly user: string | Configuration | undefined
  /** The project's configuration file. */
  readonly project: string | undefined
  /** Skills that were enabled or disabled since the load, if there is no file to keep them in. */
  readonly switches?: ReadonlyMap<string, boolean>
  /** Sources that were trusted or untrusted since the load, if there is no file to keep them in. */
  readonly trusted?: ReadonlyMap<string, boolean>
  /** The set that the host chose. */
  readonly set?: string | undefined
}

/** The sources that are trusted by default. */
export const DEFAULT_TRUSTED_SOURCES: readonly string[] = ['clawhub', 'local:*']
const STRICTNESS: readonly TrustProject[] = ['always', 'ask', 'never']
const SANDBOX_STRICTNESS: readonly SandboxMode[] = ['off', 'auto', 'require']

export function loadSettings({ user, project, switches, trusted, set }: SettingsOptions): Settings {
  const diagnostics: Diagnostic[] = []
  const read =
    typeof user === 'object' ? readConfigurationObject(user, diagnostics) : readConfiguration(user, diagnostics)
  const own = withTrusted(read, trusted)
  const shared = project === user ? {} : readConfiguration(project, diagnostics)
  const narrow = narrowing(shared, own, project ?? '', diagnostics)
  const entries = new Map(Object.entries(own.skills?.entries ?? {}))
  const off = [...entries].filter(([, { enabled }]) => enabled === false).map(([name]) => name)
  const sets = mergeSets(shared.sets, own.sets)
  if (set !== undefined && !sets.has(set)) diagnostics.push(describeUnknownSet(set, [...sets.keys()]))
  const disabled = switchEach([...(own.skills?.disabled ?? []), ...off], withProject(switches))
  return {
    trustedSources: narrow.trustedSources,
    ...mergeSignatureSettings(own, shared),
    disabled: new Set([...disabled, ...narrow.disabledByProject.keys()]),
    disabledByProject: narrow.disabledByProject,
    roots: own.skills?.roots ?? [],
    nodeModules: own.skills?.nodeModules ?? false,
    agents: own.skills?.agents,
    registries: own.skills?.registries ?? {},
    trustProject: narrow.trustProject,
    suppressions: own.skills?.suppressions ?? [],
    entries,
    sets,
    policy: narrow.policy,
    reviewer: own.reviewer,
    sandbox: narrow.sandbox,
    limits: narrow.limits,
    diagnostics,
    file: typeof user === 'object' ? undefined : user,
  }
}

function mergeSets(shared: Configuration['sets'] = {}, own: Configuration['sets'] = {}) {
  const from = (sets: NonNullable<Configuration['sets']>, scope: ConfiguredSet['scope']) =>
    Object.entries(sets).map(([name, patterns]): [string, ConfiguredSet] => [name, { name, patterns, scope }])
  return new Map([...from(shared, 'project'), ...from(own, 'personal')])
}

/** Without this, a misspelled name looks like a machine without skills. */
function describeUnknownSet(name: string, known: readonly string[]): Diagnostic {
  const message = `no set is called '${name}', so no skill is known`
  const suggestion = known.length === 0 ? 'The configuration has no sets' : `Known sets: ${known.join(', ')}`
  const { severity } = DIAGNOSTICS.config_invalid
  return { code: 'config_invalid', severity, message, suggestion, file: "the option 'set'", line: 1, column: 1 }
}

function withTrusted(own: Configuration, trusted: SettingsOptions['trusted']): Configuration {
  if (trusted === undefined || trusted.size === 0) return own
  const listed = own.skills?.trustedSources ?? DEFAULT_TRUSTED_SOURCES
  return { ...own, skills: { ...own.skills, trustedSources: [...switchEach(listed, trusted, true)] } }
}

/** Enabling a skill enables every copy, including the project's. */
function withProject(switches: ReadonlyMap<string, boolean> = new Map()): ReadonlyMap<string, boolean> {
  const on = [...switches].filter(([, isOn]) => isOn).map(([name]): [string, boolean] => [`project:${name}`, true])
  return new Map([...switches, ...on])
}

/** Applies additions and removals to a list; `isIn` is the value that adds. */
function switchEach(listed: readonly string[], changes: ReadonlyMap<string, boolean> = new Map(), isIn = false) {
  const all = new Set(listed)
  for (const [text, value] of changes) {
    if (value === isIn) all.add(text)
    else all.delete(text)
  }
  return all
}

/** Settings below `skills` that have no effect in a project's configuration. */
const OF_THE_USER = ['trustedKeys', 'roots', 'nodeModules', 'agents', 'registries', 'suppressions'] as const

function narrowing(shared: Configuration, own: Configuration, file: string, diagnostics: Diagnostic[]) {
  const ignored: Ignored = (key, words = WITHOUT_EFFECT) => {
    const message = `${key} in a project's configuration ${words.what}`
    const { suggestion } = words
    const { severity } = DIAGNOSTICS.config_widening_ignored
    const place = locateSetting(file, `/${key.replaceAll('.', '/')}`)
    diagnostics.push({ code: 'config_widening_ignored', severity, message, suggestion, file, ...place })
  }
  const skills = shared.skills ?? {}
  const entries = Object.entries(skills.entries ?? {})
  for (const key of OF_THE_USER) if (skills[key] !== undefined) ignored(`skills.${key}`)
  if (shared.reviewer !== undefined) ignored('reviewer')
  if (entries.some(([, entry]) => Object.keys(entry).some((key) => key !== 'enabled'))) ignored('skills.entries')
  return {
    trustedSources: narrowSources(
      own.skills?.trustedSources ?? DEFAULT_TRUSTED_SOURCES,
      skills.trustedSources,
      ignored,
    ),
    trustProject: narrowChoice(own.skills?.trustProject ?? 'always', skills.trustProject, STRICTNESS, () =>
      ignored('skills.trustProject'),
    ),
    disabledByProject: findProjectSwitches(shared),
    sandbox: narrowChoice(own.sandbox ?? 'auto', shared.sandbox, SANDBOX_STRICTNESS, () => ignored('sandbox')),
    policy: narrowPolicy(own.policy, shared.policy, ignored),
    limits: narrowLimits({ ...LIMITS, ...own.limits }, shared.limits ?? {}, ignored),
  }
}

/** A setting of a project that is ignored, and what applies instead. */
interface IgnoredWords {
  readonly what: string
  readonly suggestion: string
}

type Ignored = (key: string, words?: IgnoredWords) => void

const WITHOUT_EFFECT: IgnoredWords = {
  what: "has no effect: only the user's configuration can extend this",
  suggestion: 'If you agree with it, move it to the user configuration',
}

function narrowSources(
  own: readonly string[],
  shared: readonly string[] | undefined,
  ignored: Ignored,
): readonly string[] {
  if (shared === undefined) return own
  const both = own.filter((source) => shared.includes(source))
  const others = shared.filter((source) => !own.includes(source))
  if (others.length > 0) ignored('skills.trustedSources', describeUntrusted(others, both.length === 0))
  return both
}

/** The project's list excludes every source that it does not name, even if none of the named ones is trusted. */
function describeUntrusted(others: readonly string[], isNothingLeft: boolean): IgnoredWords {
  const named = others.map((source) => `'${source}'`).join(', ')
  const what = isNothingLeft
    ? `names only sources that you do not trust, so no source is trusted here: ${named}`
    : `names sources that you do not trust, which has no effect: ${named}`
  const trust = others.map((source) => `metier trust ${quoteForShell(source)}`).join(' && ')
  return { what, suggestion: `If you trust it, run: ${trust}` }
}

/** The stricter of two choices, which are ordered from lax to strict. */
function narrowChoice<T>(own: T, shared: T | undefined, strictness: readonly T[], ignore: () => void): T {
  if (shared === undefined) return own
  if (strictness.indexOf(shared) >= strictness.indexOf(own)) return shared
  ignore()
  return own
}

/** A project may deny or ask for more than the user does. Its allowances have no effect. */
function narrowPolicy(own: unknown, shared: unknown, ignored: Ignored): unknown {
  if (!isRecord(shared)) return own
  for (const key of ['allow', 'default']) if (shared[key] !== undefined) ignored(`policy.${key}`)
  const user = isRecord(own) ? own : {}
  const both = (key: string) => [user[key], shared[key]].flatMap((rules) => (Array.isArray(rules) ? rules : []))
  return { ...user, deny: both('deny'), ask: both('ask') }
}

function narrowLimits(own: AdjustableLimits, shared: Partial<AdjustableLimits>, ignored: Ignored): AdjustableLimits {
  const limits = { ...own }
  for (const [name, value] of Object.entries(shared) as [keyof AdjustableLimits, number][]) {
    if (value <= limits[name]) limits[name] = value
    else ignored(`limits.${name}`)
  }
  return limits
}
