/** Mistakes in a skill's tools file, for people who use the skill. */

import { basename } from 'node:path'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { type Line, styled } from '../terminal/lines.js'

const MOST_MISTAKES = 5

/** It cannot be approved, so its author has to fix it. Empty if there are none. */
export function composeMistakes(mistakes: readonly Diagnostic[]): readonly Line[] {
  const [first] = mistakes
  if (first === undefined) return []
  const left = mistakes.length - MOST_MISTAKES
  return [
    [styled('  warning: ', 'yellow'), `Its tools cannot be used: ${basename(first.file ?? '')} is invalid`],
    ...mistakes.slice(0, MOST_MISTAKES).map(({ file = '', line, column, message }) => {
      return `  ${basename(file)}:${line}:${column} ${message}`
    }),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ]
}
