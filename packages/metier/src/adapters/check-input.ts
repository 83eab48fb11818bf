import type { JsonSchema } from '../skill/json-schema.js'
import type { AdapterOptions } from './adapter-options.js'
import { checkValue, type Issue } from './check-value.js'

/** What the host's choice of check finds; nothing, where it left the judgement to the tool. */
export function findIssues(schema: JsonSchema, value: unknown, { checkInput }: AdapterOptions): readonly Issue[] {
  const check = checkInput === true ? checkValue : checkInput
  return check?.(schema, value) ?? []
}
