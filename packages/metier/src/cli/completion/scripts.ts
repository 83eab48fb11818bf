/** Composes completion scripts from command definitions. The scripts ask `metier __complete` for names and settings. */

import type { Command } from '../arguments/command.js'
import { composeBash } from './bash.js'
import { composeFish } from './fish.js'
import { composeZsh } from './zsh.js'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const COMPOSERS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = {
  bash: composeBash,
  zsh: composeZsh,
  fish: composeFish,
}

export function composeCompletion(shell: Shell, commands: readonly Command[]): string {
  return COMPOSERS[shell](commands)
}
