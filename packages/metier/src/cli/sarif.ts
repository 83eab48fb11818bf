/** SARIF 2.1.0, the form in which code hosts and editors take what a checker found. */

import { isAbsolute, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readVersion } from './version.js'

export type SarifLevel = 'error' | 'warning' | 'note'

export interface SarifRule {
  readonly id: string
  readonly summary: string
  readonly level: SarifLevel
}

export interface SarifResult {
  readonly rule: string
  readonly level: SarifLevel
  readonly message: string
  /** Absolute. */
  readonly file: string
  readonly line: number
  /** In UTF-16 code units, from 1. */
  readonly column: number
}

/** One run of the tool as a SARIF log; files below `base` are named relative to it, so that a code host can show them. */
export function toSarif(rules: readonly SarifRule[], results: readonly SarifResult[], base: string): object {
  const places = new Map(rules.map(({ id }, at) => [id, at]))
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'metier', semanticVersion: readVersion(), rules: rules.map(toSarifRule) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { WORKDIR: { uri: `${pathToFileURL(base).href.replace(/\/$/, '')}/` } },
        results: results.map((result) => ({
          ruleId: result.rule,
          ruleIndex: places.get(result.rule) ?? -1,
          level: result.level,
          message: { text: result.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: toLocation(result.file, base),
                region: { startLine: result.line, startColumn: result.column },
              },
            },
          ],
        })),
      },
    ],
  }
}

function toSarifRule({ id, summary, level }: SarifRule): object {
  return { id, shortDescription: { text: summary }, defaultConfiguration: { level } }
}

function toLocation(file: string, base: string): object {
  const path = relative(base, file)
  if (path === '' || isAbsolute(path) || path.split(sep)[0] === '..') return { uri: pathToFileURL(file).href }
  return { uri: path.split(sep).map(encodeURIComponent).join('/'), uriBaseId: 'WORKDIR' }
}
