/** One command: one file, and one line in the list. */

import type { Variables } from '../configuration/read-configuration.js'

/** What a command gets from its process. */
export interface CommandIo {
  readonly variables: Variables
  /** Prints what was asked for. */
  readonly print: (text: string) => void
  /** Prints everything else. */
  readonly report: (text: string) => void
  /** Aborts when the process should end. */
  readonly signal: AbortSignal
}

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly description: string
  /** How its value is called in the help: `PORT`. */
  readonly value?: string
  readonly multiple?: boolean
}

export interface CommandInput {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>
}

export interface HubCommand {
  readonly name: string
  /** Its arguments, as the help shows them: `DIR`. */
  readonly usage?: string
  readonly summary: string
  readonly options: Readonly<Record<string, CommandOption>>
  /** What its first word may be. */
  readonly actions?: readonly string[]
  /** The fewest and the most words. */
  readonly words?: readonly [least: number, most: number]
  /** 0 if it did what was asked, 1 if not, 2 if it was asked wrongly. */
  run(input: CommandInput, io: CommandIo): Promise<number>
}

/** The options of every command that opens the database. */
export const DATA_OPTION = {
  data: { type: 'string', value: 'DIR', description: 'The directory of the embedded database (METIER_HUB_DATA)' },
} as const satisfies Record<string, CommandOption>

export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}
