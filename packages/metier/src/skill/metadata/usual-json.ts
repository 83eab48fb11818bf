/**
 * Reads requirements in the one JSON spelling that nearly all use who write JSON. Of the text only a small part decides
 * anything, and many skills share it: that part is read once.
 */

import { NO_REQUIREMENTS, type Requirements } from '../requirements.js'
import { NAMESPACES } from './blocks.js'
import { readUsual } from './usual.js'

const TEXT = String.raw`"[^"\\]*"`
/** A list of texts of one form. */
const listOf = (item: string) => String.raw`\[(?:${item}(?:,(?=")|(?=\])))*\]`
const NEXT = String.raw`(?:,(?=")|(?=\}))`
const PROGRAMS = `"(?:bins|anyBins)":${listOf('"[A-Za-z0-9_][A-Za-z0-9_.+@-]{0,99}"')}`
const VARIABLES = `"env":${listOf('"[A-Za-z_][A-Za-z0-9_]{0,99}"')}`
const SYSTEMS = `(?:"os":(${listOf('"(?:darwin|linux|win32)"')})${NEXT})?`
const INSTALL_ENTRY = String.raw`\{(?:"[A-Za-z]+":(?:${TEXT}|${listOf(TEXT)}|true|false)${NEXT})*\}`

let pattern: RegExp | undefined

/** Made when it is first needed: that takes as long as to read fifty skills. */
function usualPattern(): RegExp {
  const names = [...NAMESPACES].filter((name) => !name.includes('.')).join('|')
  const inert = `(?:"emoji":${TEXT}${NEXT})?(?:"homepage":${TEXT}${NEXT})?`
  const requires = String.raw`(?:"requires":(\{(?:(?:${PROGRAMS}|${VARIABLES})${NEXT})*\})${NEXT})?`
  const primary = `(?:"primaryEnv":("[A-Za-z_][A-Za-z0-9_]*")${NEXT})?`
  const install = String.raw`(?:"install":(\[(?:${INSTALL_ENTRY}(?:,(?=\{)|(?=\])))*\]))?`
  return new RegExp(String.raw`^\{"(?:${names})":\{${inert}${SYSTEMS}${requires}${primary}${SYSTEMS}${install}\}\}$`)
}

/** A key twice between two braces. */
const REPEATED = /[{,]"([A-Za-z]+)":[^{}]*,"\1":/

/** The requirements in a JSON text, from among those `known` by the part that decides; undefined for other spellings. */
export function readUsualJson(
  json: string,
  known: Map<string, Requirements>,
  settle: (requirements: Requirements) => Requirements | undefined,
): Requirements | undefined {
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
  const part = `${requires}${primary}${systems}`
  return part === '' ? NO_REQUIREMENTS : (known.get(part) ?? readPart(part, requires, primary, systems, known, settle))
}

function readPart(
  part: string,
  requires: string,
  primary: string,
  systems: string,
  known: Map<string, Requirements>,
  settle: (requirements: Requirements) => Requirements | undefined,
): Requirements | undefined {
  if (REPEATED.test(requires)) return undefined
  const block: Record<string, unknown> = {}
  if (systems !== '') block.os = JSON.parse(systems)
  if (requires !== '') block.requires = JSON.parse(requires)
  if (primary !== '') block.primaryEnv = JSON.parse(primary)
  const usual = readUsual({ openclaw: block })
  const settled = usual === 'unusual' ? undefined : settle(usual)
  if (settled !== undefined) known.set(part, settled)
  return settled
}
