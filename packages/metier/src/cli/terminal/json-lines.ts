/** JSON for a terminal that means exactly the value: what printing would drop is written as an escape. */

import { toJson, toPlainText } from '../../skill/text/plain-text.js'

const BEYOND_ASCII = /[\u0080-\uffff]/g

/** The lines of a JSON document that come through printing unchanged. */
export function toJsonLines(value: unknown): readonly string[] {
  return toJson(value)
    .split('\n')
    .map((line) => (toPlainText(line) === line ? line : line.replace(BEYOND_ASCII, escapeUnit)))
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
