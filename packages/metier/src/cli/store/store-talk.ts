/** What is said to a person while the store works, so that nothing is said twice and a no is not taken for an error. */

import type { ApprovalRequest, Approve } from '../../store/approvals/approval-request.js'
import { askYesNo } from '../terminal/ask.js'
import { type CommandIo, hasColour } from '../terminal/command-io.js'
import { composeLines, type Line } from '../terminal/lines.js'
import { fitToTerminal } from '../terminal/wrap-lines.js'
import { composeChanges, composeFindings } from './store-lines.js'

export interface Talk {
  /** The skills whose changes were shown. */
  readonly shown: Set<string>
  /** What the person said no to: the skill, and what would have been done with it. */
  readonly declined: Map<string, string>
  /** Shows lines, then asks. */
  readonly ask: (about: Asked, lines: readonly Line[], question: string) => Promise<boolean>
}

interface Asked {
  readonly skill: string
  readonly action: string
}

/** `before` takes a bar out of the way. */
export function openTalk(io: CommandIo, before: () => void, isPlain: boolean): Talk {
  const shown = new Set<string>()
  const declined = new Map<string, string>()
  return {
    shown,
    declined,
    async ask({ skill, action }, lines, question) {
      before()
      const { stderr } = io
      stderr.write(composeLines(fitToTerminal(lines, stderr), !isPlain && hasColour(stderr)))
      const isAgreed = await askYesNo(question, io)
      if (!isAgreed) declined.set(skill, action)
      return isAgreed
    },
  }
}

/** Asks about what the scan warns of. */
export function approveBy(talk: Talk): Approve {
  return ({ action, skill = '', message, findings = [], changes = [] }) => {
    const news = talk.shown.has(skill) ? [] : composeChanges(changes)
    talk.shown.add(skill)
    const question = `${message.charAt(0).toUpperCase()}${message.slice(1)}. Do it?`
    return talk.ask({ skill, action }, [...composeFindings(findings), ...news], question)
  }
}

/** Whoever agrees beforehand is told to what; what changes is in the answer. */
export function approveTold({ stderr }: CommandIo, before: () => void): Approve {
  return ({ findings = [] }: ApprovalRequest) => {
    before()
    stderr.write(composeLines(fitToTerminal(composeFindings(findings), stderr), false))
    return true
  }
}
