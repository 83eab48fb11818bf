/** Progress on stderr, so that stdout keeps to the answer: a bar for a person, plain lines for whoever reads later. */

import type { Progress as Step } from '../../sources/source.js'
import type { CommandIo } from './command-io.js'
import { createProgress, type ProgressDisplay } from './progress.js'

export function openProgress({ stderr }: CommandIo): ProgressDisplay {
  return createProgress(stderr, { isTerminal: stderr.isTTY === true, columns: stderr.columns })
}

const WORDS: Readonly<Record<Step['phase'], string>> = {
  resolve: 'Looking up',
  wait: 'Waiting for',
  download: 'Fetching',
  unpack: 'Unpacking',
  scan: 'Scanning',
  commit: 'Writing',
  verify: 'Verifying',
}

const UNITS: Partial<Readonly<Record<Step['phase'], 'files' | 'skills'>>> = { scan: 'files', verify: 'skills' }

/** Turns what an operation tells into steps; the same one told twice is one. */
export function showSteps(progress: ProgressDisplay): (step: Step) => void {
  let shown = ''
  return ({ phase, message, done, total }) => {
    // Sources tell what they are at, the store tells whole sentences.
    const label = message.includes(' ') ? message : `${WORDS[phase]} ${message}`
    if (label !== shown) progress.start(label, UNITS[phase] ?? 'bytes')
    shown = label
    if (done !== undefined) progress.advance(done, total)
  }
}

/** Only what somebody would wonder at, for commands that are quick otherwise. */
export function showWaits(progress: ProgressDisplay): (step: Step) => void {
  const show = showSteps(progress)
  return (step) => {
    if (step.phase === 'wait') show(step)
  }
}
