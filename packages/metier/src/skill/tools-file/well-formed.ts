/** The parts of a `tools.yaml` that have the right form, so that one mistake does not hide those in the other parts. */

import type { JsonSchema } from '../json-schema.js'
import { isRecord } from '../unknown-value.js'
import { escapeKey, type PlacedProblem, type ServerEntry, type ToolEntry } from './tools-file.js'

/** The fields of a tool that can be checked further. */
interface ToolParts {
  /** A JSON pointer to the tool. */
  readonly pointer: string
  readonly name?: string
  readonly description?: string
  readonly input?: JsonSchema
  /** There is an input, but it was left out. */
  readonly isInputFaulty: boolean
  readonly run?: readonly string[]
  readonly cwd?: ToolEntry['cwd']
}

export interface WellFormedParts {
  readonly tools: readonly ToolParts[]
  readonly servers: readonly { readonly pointer: string; readonly server: ServerEntry }[]
  readonly needs: readonly { readonly pointer: string; readonly need: string }[]
}

const CHECKED_FIELDS = ['name', 'description', 'input', 'run', 'cwd']

/** Leaves out everything that has one of the `problems`, which are all that the schema found. */
export function keepWellFormed(file: unknown, problems: readonly PlacedProblem[]): WellFormedParts {
  const faulty = problems.map(({ pointer }) => pointer)
  const isSound = ({ pointer }: { readonly pointer: string }) =>
    !faulty.some((at) => at === pointer || at.startsWith(`${pointer}/`))
  const { tools, servers, requires } = isRecord(file) ? file : {}
  const needs = isRecord(requires) ? requires.tools : undefined
  return {
    tools: listOf(tools, '/tools').map(({ pointer, value }) => {
      const sound = Object.entries(isRecord(value) ? value : {}).filter(
        ([key]) => CHECKED_FIELDS.includes(key) && isSound({ pointer: `${pointer}/${key}` }),
      )
      return { ...Object.fromEntries(sound), pointer, isInputFaulty: !isSound({ pointer: `${pointer}/input` }) }
    }),
    servers: Object.entries(isRecord(servers) ? servers : {})
      .map(([name, server]) => ({ pointer: `/servers/${escapeKey(name)}`, server: server as ServerEntry }))
      .filter(isSound),
    needs: listOf(needs, '/requires/tools')
      .filter(isSound)
      .map(({ pointer, value }) => ({ pointer, need: String(value) })),
  }
}

function listOf(value: unknown, pointer: string) {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.map((item, at) => ({ pointer: `${pointer}/${at}`, value: item }))
}
