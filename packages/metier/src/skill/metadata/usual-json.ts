/**
 * Reads requirements in the one JSON spelling that nearly all use who write JSON. Of the text only a small part decides
 * anything, and many skills share it: that part is read once.
 */

import { hotPattern } from '../text/hot-pattern.js'
import { NAMESPACES } from './blocks.js'
import { NO_NAMES, NO_REQUIREMENTS, type Requirements } from './requirements.js'
import { withoutRepeats } from './values.js'

const TEXT = String.raw`"[^"\\]*"`
/** A list of texts of one form. */
const listOf = (item: string) => String.raw`\[(?:${item}(?:,(?=")|(?=\])))*\]`
const NEXT = String.raw`(?:,(?=")|(?=\}))`
const PROGRAMS = `"(?:bins|anyBins)":${listOf('"[A-Za-z0-9_][A-Za-z0-9_.+@-]{0,99}"')}`
const VARIABLES = `"env":${listOf('"[A-Za-z_][A-Za-z0-9_]{0,99}"')}`
const SYSTEMS = `(?:"os":(${listOf('"(?:darwin|linux|win32)"')})${NEXT})?`
const INSTALL_ENTRY = String.raw`\{(?:"[A-Za-z]+":(?:${TEXT}|${listOf(TEXT)}|true|false)${NEXT})*\}`

/** Longer lists are left to the reader. */
const MANY = 16

let pattern: RegExp | undefined

/** Made when it is first needed: that takes as long as to read fifty skills. */
function usualPattern(): RegExp {
  const names = [...NAMESPACES].filter((name) => !name.includes('.')).join('|')
  const inert = `(?:"emoji":${TEXT}${NEXT})?(?:"homepage":${TEXT}${NEXT})?`
  const requires = String.raw`(?:"requires":(\{(?:(?:${PROGRAMS}|${VARIABLES})${NEXT})*\})${NEXT})?`
  const primary = `(?:"primaryEnv":("[A-Za-z_][A-Za-z0-9_]*")${NEXT})?`
  const install = String.raw`(?:"install":(\[(?:${INSTALL_ENTRY}(?:,(?=\{)|(?=\])))*\]))?`
  return hotPattern(String.raw`^\{"(?:${names})":\{${inert}${SYSTEMS}${requires}${primary}${SYSTEMS}${install}\}\}$`)
}

/** A key twice between two braces. */
const REPEATED = /[{,]"([A-Za-z]+)":[^{}]*,"\1":/

/** The requirements in a JSON text, from among those `known` by the part that decides; undefined for other spellings. */
export function readUsualJson(json: string, known: Map<string, Requirements>): Requirements | undefined {
  pattern ??= usualPattern()
  const found = pattern.exec(json)
  if (found === null) return undefined
  const systems = found[1] ?? found[4] ?? ''
  const requires = found[2] ?? ''
  const primary = found[3] ?? ''
  const install = found[5]
  if ((found[1] !== undefined && found[4] !== undefined) || (install !== undefined && REPEATED.test(install))) {
    return undefined
  }
  const part = requires + primary + systems
  return part === '' ? NO_REQUIREMENTS : (known.get(part) ?? readPart(part, requires, primary, systems, known))
}

interface Requires {
  readonly bins?: readonly string[]
  readonly anyBins?: readonly string[]
  readonly env?: readonly string[]
}

const NOTHING: Requires = {}

/** The pattern has looked at every name already. */
function readPart(
  part: string,
  requires: string,
  primary: string,
  systems: string,
  known: Map<string, Requirements>,
): Requirements | undefined {
  if (REPEATED.test(requires)) return undefined
  const {
    bins = NO_NAMES,
    anyBins = NO_NAMES,
    env = NO_NAMES,
  }: Requires = requires === '' ? NOTHING : JSON.parse(requires)
  const os: readonly string[] = systems === '' ? NO_NAMES : JSON.parse(systems)
  if (bins.length > MANY || anyBins.length > MANY || env.length > MANY || os.length > MANY) return undefined
  const requirements = {
    bins: eachOnce(bins),
    anyBins: eachOnce(anyBins),
    env: eachOnce(env),
    config: NO_NAMES,
    os: eachOnce(os),
    arch: NO_NAMES,
    tools: NO_NAMES,
    skills: NO_NAMES,
    always: false,
    ...(primary !== '' && { primaryEnv: primary.slice(1, -1) }),
  }
  const isNothing = primary === '' && bins.length + anyBins.length + env.length + os.length === 0
  const settled = isNothing ? NO_REQUIREMENTS : requirements
  known.set(part, settled)
  return settled
}

function eachOnce(names: readonly string[]): readonly string[] {
  if (names.length < 2) return names.length === 0 ? NO_NAMES : names
  return names.length === 2 && names[0] !== names[1] ? names : withoutRepeats(names)
}
