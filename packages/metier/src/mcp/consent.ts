/** Consent over MCP: the person is asked through the client, and where the client cannot ask, the command that would do it is named. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Finding } from '../gate/finding.js'
import { quoteForShell } from '../skill/shell-quote.js'
import { digest } from '../system/digest.js'
import type { Sdk } from './sdk.js'

/** What is put before a person: the tools' requests, and those of a workspace that wants to run something. */
interface Question {
  readonly action?: string | undefined
  readonly skill?: string | undefined
  readonly source?: string | undefined
  /** With what a tool would be called. */
  readonly params?: unknown
  /** Of every byte that would come in. */
  readonly digest?: string | undefined
  /** What a scan saw, worst first. */
  readonly findings?: readonly Pick<Finding, 'severity' | 'file' | 'line' | 'message'>[] | undefined
  /** What would happen, in a sentence. */
  readonly message: string
}

export interface Consent {
  /** For whoever needs a yes during a call; outside of a call nobody can be asked. */
  readonly approve: (question: Question) => Promise<boolean>
  /** Runs a call; where a question is open at its end, the client is told to ask it and to call again. */
  run(
    context: ServerContext,
    canAsk: boolean,
    work: () => Promise<CallToolResult>,
  ): Promise<CallToolResult | InputRequiredResult>
}

interface Call {
  readonly canAsk: boolean
  readonly responses: Readonly<Record<string, unknown>>
  readonly open: Map<string, Question>
}

/** One for each process: which call a question belongs to is known from where it is asked. */
export function createConsent(sdk: Pick<Sdk, 'inputRequired' | 'inputResponse'>): Consent {
  const calls = new AsyncLocalStorage<Call>()
  return {
    approve: async (question) => {
      const call = calls.getStore()
      if (call === undefined || !call.canAsk) throw new Error(explainRefusal(question))
      const key = keyOf(question)
      const response = sdk.inputResponse(call.responses, key)
      if (response.kind === 'elicit') return response.action === 'accept' && response.content?.agree === true
      call.open.set(key, question)
      return false
    },
    run: async (context, canAsk, work) => {
      const call: Call = { canAsk, responses: context.mcpReq.inputResponses ?? {}, open: new Map() }
      const result = await calls.run(call, work)
      return call.open.size === 0 ? result : composeQuestions(sdk, call.open)
    },
  }
}

/** A yes is good for the question that it was given to and for no other. */
function keyOf({ action, skill, source, message, params, digest: content }: Question): string {
  return `consent-${digest(JSON.stringify([action, skill, source, message, params, content])).slice(0, 16)}`
}

function composeQuestions(
  { inputRequired }: Pick<Sdk, 'inputRequired'>,
  open: ReadonlyMap<string, Question>,
): InputRequiredResult {
  const requests = Array.from(open, ([key, question]) => {
    const message = composeMessage(question)
    const agree = { type: 'boolean' as const, title: 'I agree', default: false }
    const requestedSchema = { type: 'object' as const, properties: { agree }, required: ['agree'] }
    return [key, inputRequired.elicit({ message, requestedSchema })] as const
  })
  return inputRequired({ inputRequests: Object.fromEntries(requests) })
}

const LONGEST_SHOWN = 2_000
const MOST_FINDINGS = 10

/** Whoever agrees must see to what: the input of a call and the findings of a scan are part of it. */
function composeMessage({ message, params, findings = [] }: Question): string {
  const seen = findings.slice(0, MOST_FINDINGS).map(({ severity, file, line, message: what }) => {
    return `- ${severity}: ${what} (${file}:${line})`
  })
  const left = findings.length - seen.length
  const input = params === undefined ? [] : [`Input: ${shorten(JSON.stringify(params) ?? '')}`]
  return [message, ...input, ...seen, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n')
}

function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}… (${text.length} characters)` : text
}

function explainRefusal(question: Question): string {
  return `this client cannot ask its user. ${adviceFor(question)}`
}

/** What a person can do instead. */
function adviceFor({ action, skill, source }: Question): string {
  const command = commandFor(action, skill, source)
  if (command !== undefined) return `The user can run: ${command}`
  return "The user can allow it under 'policy' in ~/.metier/config.json"
}

const PLAIN_COMMANDS = new Set(['remove', 'rollback', 'update', 'approve', 'enable', 'disable'])

function commandFor(action = '', skill: string | undefined, source: string | undefined): string | undefined {
  if (action === 'trust' && source !== undefined) return `metier trust ${quoteForShell(source)}`
  if (skill === undefined) return undefined
  if (PLAIN_COMMANDS.has(action)) return `metier ${action} ${quoteForShell(skill)}`
  const from = source === undefined ? '' : ` --from ${quoteForShell(source)}`
  return action === 'install' ? `metier install ${quoteForShell(skill)}${from}` : undefined
}
