/** Policies: a few rules that say what may be called without asking. The strictest rule that matches decides. */

import { CATEGORIES, DECISIONS, isPolicyRule } from '../../skill/policy-rule.js'
import { matchesPattern } from '../../skill/text/pattern.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { Category } from '../tools/tool.js'
import type { VirtualWorkspaceOptions } from '../workspace-options.js'

/** What happens to a call: `deny`, `ask` or `allow`. */
export type PolicyDecision = (typeof DECISIONS)[number]

/** What a rule applies to. Everything that it names must match; a text alone is a pattern for the tool's name. */
export type PolicyMatch =
  | string
  | {
      /** The tool's name. `*` matches any part. */
      readonly tool?: string
      /** What the call can do. */
      readonly category?: Category | readonly Category[]
      /** The skill that added the tool. `*` matches any part. */
      readonly skill?: string
      /**
       * Where that skill comes from: `host`, `project`, `personal`, or a source such as `clawhub` or
       * `github.com/owner/*`.
       */
      readonly source?: string
    }

/** Rules for calls. `deny` wins over `ask`, `ask` over `allow`, and any rule over the category's default. */
export interface Policy {
  /** Calls that are refused. */
  readonly deny?: readonly PolicyMatch[]
  /** Calls that the user is asked about. */
  readonly ask?: readonly PolicyMatch[]
  /** Calls that need no question. */
  readonly allow?: readonly PolicyMatch[]
  /** The decision for calls that no rule matches. If left out, `read` is allowed and the others are asked about. */
  readonly default?: Partial<Readonly<Record<Category, PolicyDecision>>>
}

/** A call, as rules see it. */
export interface PolicySubject {
  readonly tool: string
  readonly category: Category
  readonly skill?: string | undefined
  readonly sources: readonly string[]
}

/** The decision about a call. */
export interface PolicyVerdict {
  readonly decision: PolicyDecision
  /** Whether a rule made the decision, and not just the default. */
  readonly isExplicit: boolean
}

const DEFAULTS: Readonly<Record<Category, PolicyDecision>> = {
  read: 'allow',
  write: 'ask',
  execute: 'ask',
  network: 'ask',
}

/** Applies a policy to a call. */
export function decide(policy: Policy, subject: PolicySubject): PolicyVerdict {
  // The strictest first.
  for (const decision of DECISIONS) {
    if (policy[decision]?.some((match) => fits(match, subject))) return { decision, isExplicit: true }
  }
  return { decision: policy.default?.[subject.category] ?? DEFAULTS[subject.category], isExplicit: false }
}

/** Whether a decision permits less than another. */
export function isStricter(decision: PolicyDecision, other: PolicyDecision): boolean {
  return DECISIONS.indexOf(decision) < DECISIONS.indexOf(other)
}

function fits(match: PolicyMatch, { tool, category, skill, sources }: PolicySubject): boolean {
  if (typeof match === 'string') return matchesPattern(match, tool)
  // A rule without any condition would match everything, which is more likely a mistake than intended.
  if (Object.keys(match).length === 0) return false
  const categories = match.category === undefined ? [category] : [match.category].flat()
  return (
    categories.includes(category) &&
    (match.tool === undefined || matchesPattern(match.tool, tool)) &&
    (match.skill === undefined || (skill !== undefined && matchesPattern(match.skill, skill))) &&
    (match.source === undefined || sources.some((source) => matchesPattern(match.source ?? '', source)))
  )
}

/**
 * Reads a policy from a configuration, which may hold anything. If something in it is not a rule, everything is asked
 * about.
 */
export function readPolicy(value: unknown): { readonly policy: Policy; readonly problems: readonly string[] } {
  if (value === undefined) return { policy: {}, problems: [] }
  const problems = findPolicyProblems(value)
  if (problems.length === 0) return { policy: value as Policy, problems }
  return { policy: { ask: ['*'], ...keepDenials(value) }, problems }
}

/** Joins two policies: a call that either denies is denied, and the first policy's defaults take precedence. */
function joinPolicies(first: Policy, second: Policy): Policy {
  return {
    deny: [...(first.deny ?? []), ...(second.deny ?? [])],
    ask: [...(first.ask ?? []), ...(second.ask ?? [])],
    allow: [...(first.allow ?? []), ...(second.allow ?? [])],
    default: { ...second.default, ...first.default },
  }
}

type PolicySources = Pick<VirtualWorkspaceOptions, 'policy' | 'skillManager'>

/**
 * Creates a function that joins the host's rules with those of the user's configuration, which is read again when the
 * manager is.
 */
export function createCurrentPolicy({ policy, skillManager }: PolicySources): () => Policy {
  let last: { readonly configured: unknown; readonly rules: Policy } | undefined
  return () => {
    const configured = skillManager?.configured().policy
    if (last === undefined || last.configured !== configured) {
      last = { configured, rules: joinPolicies(readPolicy(policy).policy, readPolicy(configured).policy) }
    }
    return last.rules
  }
}

const KEYS: readonly string[] = [...DECISIONS, 'default']

function findPolicyProblems(value: unknown): readonly string[] {
  if (!isRecord(value)) return ['policy must be an object']
  const unknown = Object.keys(value).filter((key) => !KEYS.includes(key))
  const lists = DECISIONS.flatMap((key) => findListProblems(key, value[key]))
  return [
    ...unknown.map((key) => `policy.${key} is not a known setting`),
    ...lists,
    ...findDefaultProblems(value.default),
  ]
}

function findListProblems(key: string, list: unknown): readonly string[] {
  if (list === undefined) return []
  if (!Array.isArray(list)) return [`policy.${key} must be a list`]
  return list.flatMap((match, at) => (isPolicyRule(match) ? [] : [`policy.${key}[${at}] is not a valid rule`]))
}

function findDefaultProblems(value: unknown): readonly string[] {
  if (value === undefined) return []
  if (!isRecord(value)) return ['policy.default must be an object']
  return Object.entries(value).flatMap(([category, decision]) =>
    CATEGORIES.some((known) => known === category) && DECISIONS.some((known) => known === decision)
      ? []
      : [`policy.default.${category} is not valid: use allow, ask or deny for one of ${CATEGORIES.join(', ')}`],
  )
}

function keepDenials(value: unknown): Policy {
  const deny = isRecord(value) && Array.isArray(value.deny) ? value.deny.filter(isPolicyRule) : []
  return { deny }
}
