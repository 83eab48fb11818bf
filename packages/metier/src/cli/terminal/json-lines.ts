/** JSON for a terminal that keeps the exact value: characters that printing would drop are escaped. */

import { toJson, toPlainText } from '../../skill/text/plain-text.js'

const BEYOND_ASCII = /[\u0080-\uffff]/g

/** The lines of a JSON document that printing does not change. */
export function toJsonLines(value: unknown): readonly string[] {
  return toJson(value)
    .split('\n')
    .map((line) => (toPlainText(line) === line ? line : line.replace(BEYOND_ASCII, escapeUnit)))
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
