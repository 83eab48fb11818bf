/**
 * Reads requirements from `metadata` in the one spelling that most JSON there has. A pattern checks the names and cuts out the
 * part that matters. Many skills share that part, so it is parsed once.
 */

import { NAMESPACES } from '../../skill/metadata/blocks.js'
import { NO_REQUIREMENTS, type RequirementNames, type Requirements } from '../../skill/metadata/requirements.js'
import { withoutRepeats } from '../../skill/metadata/values.js'
import { internRequirements } from '../index/intern-requirements.js'

/** A comma before the next key, or the end of the object. */
const NEXT = String.raw`(?:,(?=")|(?=\}))`
const TEXT = String.raw`"[^"\\\x00-\x1f]*"`
const TEXTS = listOf(TEXT)
const PROGRAMS = `"(?:bins|anyBins)":${listOf('"[A-Za-z0-9_][A-Za-z0-9_.+@-]{0,99}"')}`
const VARIABLES = `"env":${listOf('"[A-Za-z_][A-Za-z0-9_]{0,99}"')}`
const INSTALL_ENTRY = String.raw`\{(?:"[A-Za-z]+":(?:${TEXT}|${TEXTS}|true|false)${NEXT})*\}`

let pattern: RegExp | undefined

/** The requirements in packed JSON; undefined for every other spelling. */
export function readUsualJson(json: string, known: Map<string, Requirements>): Requirements | undefined {
  pattern ??= createPattern()
  const found = pattern.exec(json)
  if (found === null) return undefined
  const requires = found[2] ?? '{}'
  const primaryEnv = found[3] ?? ''
  const os = found[1] ?? found[4] ?? '[]'
  const install = found[5]
  if (found[1] !== undefined && found[4] !== undefined) return undefined
  if (install !== undefined && parseExactly(install) === undefined) return undefined
  const part = requires + primaryEnv + os
  const earlier = known.get(part)
  if (earlier !== undefined) return earlier
  const requirements = readPart(requires, primaryEnv, JSON.parse(os))
  if (requirements === undefined) return undefined
  const own = internRequirements(requirements, known)
  known.set(part, own)
  return own
}

function listOf(item: string): string {
  return String.raw`\[(?:${item}(?:,(?=")|(?=\])))*\]`
}

function createPattern(): RegExp {
  const namespaces = [...NAMESPACES].filter((name) => !name.includes('.')).join('|')
  const inert = `(?:"emoji":${TEXT}${NEXT})?(?:"homepage":${TEXT}${NEXT})?`
  const os = `(?:"os":(${listOf('"(?:darwin|linux|win32)"')})${NEXT})?`
  const requires = String.raw`(?:"requires":(\{(?:(?:${PROGRAMS}|${VARIABLES})${NEXT})*\})${NEXT})?`
  const primaryEnv = `(?:"primaryEnv":"([A-Za-z_][A-Za-z0-9_]*)"${NEXT})?`
  const install = String.raw`(?:"install":(\[(?:${INSTALL_ENTRY}(?:,(?=\{)|(?=\])))*\]))?`
  return new RegExp(String.raw`^\{"(?:${namespaces})":\{${inert}${os}${requires}${primaryEnv}${os}${install}\}\}$`)
}

/** The pattern has checked every name. */
function readPart(requires: string, primaryEnv: string, os: readonly string[]): Requirements | undefined {
  const lists = parseExactly(requires) as Partial<RequirementNames> | undefined
  if (lists === undefined) return undefined
  const { bins = [], anyBins = [], env = [] } = lists
  if (primaryEnv === '' && bins.length + anyBins.length + env.length + os.length === 0) return NO_REQUIREMENTS
  return {
    ...NO_REQUIREMENTS,
    bins: withoutRepeats(bins),
    anyBins: withoutRepeats(anyBins),
    env: withoutRepeats(env),
    os: withoutRepeats(os),
    ...(primaryEnv !== '' && { primaryEnv }),
  }
}

/** Undefined if a key is there twice: written again, the value is then another text. */
function parseExactly(json: string): unknown {
  const value: unknown = JSON.parse(json)
  return JSON.stringify(value) === json ? value : undefined
}
