/** SARIF 2.1.0, the format in which code hosts and editors read the results of a checker. */

import { isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readVersion } from '../version.js'
import { referTo, toTaxon, toTaxonomies } from './taxonomies.js'

export type SarifLevel = 'error' | 'warning' | 'note'

export interface SarifRule {
  readonly id: string
  readonly summary: string
  readonly level: SarifLevel
  readonly why?: string
  readonly fix?: string
  /** From 0.1 to 10; code hosts sort security findings by it: above 9 critical, from 7 high, from 4 medium. */
  readonly securitySeverity?: number
  /** Its ids in public taxonomies: `CWE-506`. */
  readonly tags?: readonly string[]
}

interface SarifPlace {
  /** Absolute. */
  readonly file: string
  readonly line: number
}

export interface SarifResult extends SarifPlace {
  readonly rule: string
  readonly level: SarifLevel
  readonly message: string
  /** In UTF-16 code units, from 1. */
  readonly column: number
  /** In UTF-16 code units: the 0-based start in the file, and the length up to the end of the line. */
  readonly offset?: number | undefined
  readonly length?: number | undefined
  /** The file inside an archive: `data.zip!/run.sh`. */
  readonly inside?: string | undefined
  readonly related?: readonly (SarifPlace & { readonly message: string })[]
  /** Values by name that stay the same when lines move, so that a result is recognized. */
  readonly fingerprints?: Readonly<Record<string, string>>
  /** Why it was accepted; empty if it was not. Section 3.27.23: either all results of a run have the field or none. */
  readonly acceptedFor?: readonly string[]
}

/** One run of the tool as a SARIF log. Paths below `base` are relative, so that a code host can show the files. */
export function toSarif(rules: readonly SarifRule[], results: readonly SarifResult[], base: string): object {
  const places = new Map(rules.map(({ id }, at) => [id, at]))
  const tags = rules.flatMap(({ tags = [] }) => tags)
  const driver = { name: 'metier', semanticVersion: readVersion(), rules: rules.map((rule) => toSarifRule(rule, tags)) }
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: tags.length === 0 ? driver : { ...driver, supportedTaxonomies: referTo(tags) } },
        ...(tags.length > 0 && { taxonomies: toTaxonomies(tags) }),
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { WORKDIR: { uri: `${pathToFileURL(base).href.replace(/\/$/, '')}/` } },
        results: results.map((result) => {
          const at = places.get(result.rule) ?? -1
          const taxa = (rules[at]?.tags ?? []).map((tag) => toTaxon(tag, tags))
          return { ...toSarifResult(result, at, base), ...(taxa.length > 0 && { taxa }) }
        }),
      },
    ],
  }
}

function toSarifRule({ id, summary, level, why, fix, securitySeverity, tags = [] }: SarifRule, all: readonly string[]) {
  const weaknesses = tags.filter((tag) => tag.startsWith('CWE-')).map((tag) => `external/cwe/${tag.toLowerCase()}`)
  return {
    id,
    shortDescription: { text: summary },
    ...(why !== undefined && { fullDescription: { text: why } }),
    ...(fix !== undefined && { help: { text: fix } }),
    defaultConfiguration: { level },
    ...(tags.length > 0 && {
      relationships: tags.map((tag) => ({ target: toTaxon(tag, all), kinds: ['relevant'] })),
    }),
    // Code hosts only read the score, as text, of rules with this tag, and weaknesses in this spelling.
    ...(securitySeverity !== undefined && {
      properties: { tags: ['security', ...weaknesses], 'security-severity': securitySeverity.toFixed(1) },
    }),
  }
}

function toSarifResult(result: SarifResult, ruleIndex: number, base: string): object {
  const { rule, level, message, file, related, fingerprints, acceptedFor, inside } = result
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: message },
    locations: [
      {
        ...toLocation(file, toRegion(result), base),
        ...(inside !== undefined && { logicalLocations: [{ fullyQualifiedName: inside, kind: 'resource' }] }),
      },
    ],
    ...(related !== undefined && {
      relatedLocations: related.map((place, at) => ({
        // Two steps of a flow can be on one line, and the list must not contain duplicates.
        id: at + 1,
        ...toLocation(place.file, { startLine: place.line }, base),
        message: { text: place.message },
      })),
    }),
    ...(fingerprints !== undefined && { partialFingerprints: fingerprints }),
    ...(acceptedFor !== undefined && {
      suppressions: acceptedFor.map((justification) => ({ kind: 'external', status: 'accepted', justification })),
    }),
  }
}

/** Lines and characters must agree (3.30.4): a region without an end extends to the end of its line. */
function toRegion({ line, column, offset, length, inside }: SarifResult): object {
  // Line numbers inside an archive are not line numbers of the archive.
  if (inside !== undefined) return { startLine: 1 }
  const characters = offset === undefined || length === undefined ? {} : { charOffset: offset, charLength: length }
  return { startLine: line, startColumn: column, ...characters }
}

function toLocation(file: string, region: object, base: string): object {
  return { physicalLocation: { artifactLocation: toArtifact(file, base), region } }
}

function toArtifact(file: string, base: string): object {
  const path = relative(base, file)
  if (path === '' || isAbsolute(path) || path.split(sep)[0] === '..') return { uri: pathToFileURL(file).href }
  return { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: 'WORKDIR' }
}
