/** Mistakes in a skill's tools file, for people who use the skill. */

import { basename } from 'node:path'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { type Line, styled } from '../terminal/lines.js'

const MOST_MISTAKES = 5

/** It cannot be approved, so its author has to fix it. Empty if there are none. */
export function composeMistakes(mistakes: readonly Diagnostic[]): readonly Line[] {
  const name = basename(mistakes[0]?.file ?? '')
  return composeProblems(`Its tools cannot be used: ${name} is invalid`, mistakes)
}

/** The skill can be used as text, but a tool of it cannot start. Empty if every program is there. */
export function composeAbsent(absent: readonly Diagnostic[]): readonly Line[] {
  return composeProblems('Some of its tools cannot start here:', absent)
}

function composeProblems(heading: string, problems: readonly Diagnostic[]): readonly Line[] {
  if (problems.length === 0) return []
  const left = problems.length - MOST_MISTAKES
  return [
    [styled('  warning: ', 'yellow'), heading],
    ...problems.slice(0, MOST_MISTAKES).map(({ file = '', line, column, message }) => {
      return `  ${basename(file)}:${line}:${column} ${message}`
    }),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ]
}
