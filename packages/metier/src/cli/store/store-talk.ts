/** The conversation with the user during a store operation. It remembers what was shown and declined. */

import type { OperationOptions } from '../../manager/store-operations/store-context.js'
import type { ApprovalRequest, Approve } from '../../store/approvals/approval-request.js'
import { isHandMade } from '../../store/versions/own-files.js'
import { counted } from '../commands/validate/lines.js'
import { askNumber, askYesNo } from '../terminal/ask.js'
import type { CommandIo } from '../terminal/command-io.js'
import type { Line } from '../terminal/lines.js'
import { type AsideAppearance, printAside } from '../terminal/print.js'
import { composeChanges, composeFindings, composeGaps } from './store-lines.js'

export interface Talk {
  /** The skills whose changes were shown. */
  readonly shown: Set<string>
  /** What the user declined. */
  readonly declined: Question[]
  /** Clears the progress bar, so that something else can be shown. */
  readonly pause: () => void
  /** Shows lines, then asks for one of them by its number. */
  readonly pick: (
    about: Question,
    lines: readonly Line[],
    question: string,
    most: number,
  ) => Promise<number | undefined>
  /** Shows lines, then asks. */
  readonly ask: (about: Question, lines: readonly Line[], question: string) => Promise<boolean>
}

/** What the user is asked about. */
export interface Question {
  readonly skill: string
  readonly action: string
  /** The digest of the files in question. */
  readonly digest?: string | undefined
}

/** `before` clears the progress bar. */
export function openTalk(io: CommandIo, before: () => void, appearance: AsideAppearance): Talk {
  const shown = new Set<string>()
  const declined: Question[] = []
  const show = (lines: readonly Line[]) => {
    before()
    printAside(io, lines, appearance)
  }
  return {
    shown,
    declined,
    pause: before,
    async pick(about, lines, question, most) {
      show(lines)
      const number = await askNumber(question, most, io)
      if (number === undefined) declined.push(about)
      return number
    },
    async ask(about, lines, question) {
      show(lines)
      const isAgreed = await askYesNo(question, io)
      if (!isAgreed) declined.push(about)
      return isAgreed
    },
  }
}

const QUESTIONS: Readonly<Record<string, string>> = { install: 'Install', update: 'Update', rollback: 'Roll back' }

/** Asks whether to go on despite the warnings of the scan. */
export function approveBy(talk: Talk): Approve {
  return ({ action, skill = '', source = '', digest, findings = [], review, changes = [] }) => {
    const news = talk.shown.has(skill) ? [] : composeChanges(changes)
    talk.shown.add(skill)
    const warnings = findings.filter(({ severity }) => severity !== 'note').length
    const question = `The scan raised ${counted(warnings, 'warning')}. ${QUESTIONS[action] ?? action} '${skill}'${isHandMade({ source }) ? '' : ` from ${source}`} anyway?`
    return talk.ask(
      { skill, action, digest },
      [...composeFindings(findings), ...composeGaps(review), ...news],
      question,
    )
  }
}

/** Asks which of several installed skills is meant. */
export function chooseBy(talk: Talk, action: string): NonNullable<OperationOptions['choose']> {
  return async (skill, places) => {
    const lines = [
      `'${skill}' is installed in:`,
      ...places.map(({ scope, root, name }, at) => `  ${at + 1}  ${scope.padEnd(SCOPE_COLUMNS)} ${root}/${name}`),
    ]
    const question = `Which one should '${action}' use? Enter a number, or nothing to cancel.`
    const number = await talk.pick({ skill, action }, lines, question, places.length)
    return number === undefined ? undefined : places[number - 1]
  }
}

const SCOPE_COLUMNS = 'personal'.length

/** Accepts with `--yes`, but still prints the findings. The answer lists the changes. */
export function approveTold(io: CommandIo, before: () => void, appearance: AsideAppearance): Approve {
  return ({ findings = [] }: ApprovalRequest) => {
    before()
    printAside(io, composeFindings(findings), appearance)
    return true
  }
}
