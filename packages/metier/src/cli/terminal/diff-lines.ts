/** Shows the difference between two texts with a few lines of context. */

import { type Line, styled } from './lines.js'

/** Lines shown before and after a change. */
const AROUND = 2

/** One block of removed and added lines, which is enough for one entry that is added, changed or removed. */
export function diffLines(before: string, after: string): readonly Line[] {
  const [old, fresh] = [splitLines(before), splitLines(after)]
  let top = 0
  while (top < old.length && top < fresh.length && old[top] === fresh[top]) top++
  let bottom = 0
  const most = Math.min(old.length, fresh.length) - top
  while (bottom < most && old.at(-1 - bottom) === fresh.at(-1 - bottom)) bottom++
  const kept = (line: string): Line => `  ${line}`
  return [
    ...old.slice(Math.max(0, top - AROUND), top).map(kept),
    ...old.slice(top, old.length - bottom).map((line): Line => [styled(`- ${line}`, 'red')]),
    ...fresh.slice(top, fresh.length - bottom).map((line): Line => [styled(`+ ${line}`, 'green')]),
    ...old.slice(old.length - bottom, old.length - bottom + AROUND).map(kept),
  ]
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
