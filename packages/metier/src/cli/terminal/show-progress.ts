/** Shows progress on stderr, so that stdout only contains the answer: a bar on a terminal, plain lines in a log. */

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

/** Shows the steps that an operation reports. A repeated step is shown once. */
export function showSteps(progress: ProgressDisplay): (step: Step) => void {
  let shown = ''
  return ({ phase, message, done, total }) => {
    // Sources report a name, the store reports whole sentences.
    const label = isSentence(phase, message) ? message : `${WORDS[phase]} ${message}`
    if (label !== shown) progress.start(label, UNITS[phase] ?? 'bytes')
    shown = label
    if (done !== undefined) progress.advance(done, total)
  }
}

/** A name can have spaces too, such as the path of a repository. */
function isSentence(phase: Step['phase'], message: string): boolean {
  return phase === 'wait' ? message.includes(' ') : SENTENCE.test(message)
}

const SENTENCE = /^[A-Z][a-z]+ing /

/** Shows waits only, for commands that are otherwise quick. */
export function showWaits(progress: ProgressDisplay): (step: Step) => void {
  const show = showSteps(progress)
  return (step) => {
    if (step.phase === 'wait') show(step)
  }
}
