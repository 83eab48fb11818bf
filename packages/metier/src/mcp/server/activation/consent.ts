/**
 * Consent over MCP: the client asks the user. If it cannot, the answer names the command that the user can run instead.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { Finding } from '../../../gate/finding.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { quoteForShell } from '../../../skill/text/shell-quote.js'
import { isRecord } from '../../../skill/unknown-value.js'
import { digest } from '../../../system/files/digest.js'
import { describeCall } from '../../../workspace/permission/describe-question.js'
import type { ClientQuestion, ClientReply, ToolClientCapabilities } from '../../../workspace/tools/tool-client.js'
import type { Sdk } from '../../sdk.js'

/** A question to the user, from a tool or from a workspace. */
interface Question {
  readonly action?: string | undefined
  readonly skill?: string | undefined
  readonly source?: string | undefined
  /** The skill's tool that would run, and its category. */
  readonly tool?: string | undefined
  readonly category?: string | undefined
  /** The parameters of the call. */
  readonly params?: unknown
  /** The program that would run, and its arguments. */
  readonly command?: readonly string[] | undefined
  /** The digest of all files that would be installed. */
  readonly digest?: string | undefined
  /** The findings of a scan, worst first. */
  readonly findings?: readonly Pick<Finding, 'severity' | 'file' | 'line' | 'message'>[] | undefined
  /** What would happen, in a sentence. */
  readonly message: string
  /** True if a rule of the policy asks about the call, so that no rule that allows calls helps. */
  readonly isByRule?: boolean | undefined
}

/** Asks for consent during calls. */
export interface Consent {
  /** Asks for consent. It works only during a call. */
  readonly approve: (question: Question) => Promise<boolean>
  /** Asks for consent in the middle of a call, through a client that can be asked then. */
  askNow(
    question: Question,
    capabilities: ToolClientCapabilities,
    ask: (question: ClientQuestion) => Promise<ClientReply | undefined>,
  ): Promise<boolean>
  /** Runs a call. If a question is open when it ends, the answer asks the client to put it to the user and to call again. */
  run(
    context: ServerContext,
    canAsk: boolean,
    work: () => Promise<CallToolResult | InputRequiredResult>,
  ): Promise<CallToolResult | InputRequiredResult>
}

interface Call {
  readonly canAsk: boolean
  readonly responses: Readonly<Record<string, unknown>>
  readonly open: Map<string, Question>
}

/**
 * Creates one for the whole process: a question belongs to the call in which it is asked. `findAllowed` returns the
 * rules that allow calls without asking, so that a new rule is added to them.
 */
export function createConsent(
  sdk: Pick<Sdk, 'inputRequired' | 'inputResponse'>,
  findAllowed: () => readonly unknown[],
): Consent {
  const calls = new AsyncLocalStorage<Call>()
  return {
    approve: async (question) => {
      const call = calls.getStore()
      if (call === undefined || !call.canAsk) throw cannotAsk(question, findAllowed)
      const key = keyOf(question)
      const response = sdk.inputResponse(call.responses, key)
      if (response.kind === 'elicit') return response.action === 'accept' && response.content?.agree === true
      call.open.set(key, question)
      return false
    },
    askNow: async (question, { elicitation }, ask) => {
      if (!supportsForms(elicitation)) throw cannotAsk(question, findAllowed)
      const reply = await ask({ method: 'elicitation/create', params: composeElicitation(question) })
      const { action, content } = reply?.ok ? reply.result : {}
      return action === 'accept' && isRecord(content) && content.agree === true
    },
    run: async (context, canAsk, work) => {
      const call: Call = { canAsk, responses: context.mcpReq.inputResponses ?? {}, open: new Map() }
      const result = await calls.run(call, work)
      return call.open.size === 0 ? result : composeQuestions(sdk, call.open)
    },
  }
}

/** Whether a client puts forms to the user. One that declares no mode does. */
export function supportsForms(elicitation: object | undefined): boolean {
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}

function cannotAsk(question: Question, findAllowed: () => readonly unknown[]): Error {
  const advice = question.isByRule === true ? BY_RULE : `Ask the user to run: ${commandFor(question, findAllowed)}`
  return new Error(`this client does not support elicitation. ${advice}`)
}

const BY_RULE =
  "A rule in policy.ask applies to this call, in the user's configuration or the project's. Ask the user to remove or narrow it; to see the rules: metier config get policy.ask"

/** The answer to one question never counts for another. */
function keyOf({ action, skill, source, tool, message, params, command, digest: content }: Question): string {
  const about = [action, skill, source, tool, message, params, content, command]
  return `consent-${digest(JSON.stringify(about)).slice(0, 16)}`
}

function composeQuestions(
  { inputRequired }: Pick<Sdk, 'inputRequired'>,
  open: ReadonlyMap<string, Question>,
): InputRequiredResult {
  const requests = Array.from(open, ([key, question]) => [key, inputRequired.elicit(composeElicitation(question))])
  return inputRequired({ inputRequests: Object.fromEntries(requests) })
}

function composeElicitation(question: Question) {
  const agree = { type: 'boolean' as const, title: 'I agree', default: false }
  const requestedSchema = { type: 'object' as const, properties: { agree }, required: ['agree'] }
  return { message: composeMessage(question), requestedSchema }
}

const MOST_FINDINGS = 10

/** The question shows everything that the user agrees to, including the input of a call and the findings of a scan. */
function composeMessage({ message, action, command, params, findings = [] }: Question): string {
  const seen = findings.slice(0, MOST_FINDINGS).map(({ severity, file, line, message: what }) => {
    return `- ${severity}: ${what} (${file}:${line})`
  })
  const left = findings.length - seen.length
  const more = left > 0 ? [`… and ${left} more`] : []
  const call = describeCall({ action, command, params })
  return [toPlainText(message), ...call, ...seen.map(toPlainText), ...more].join('\n')
}

const PLAIN_COMMANDS = new Set(['remove', 'rollback', 'update', 'approve', 'enable', 'disable'])

/** The command that the user can run instead. */
function commandFor(question: Question, findAllowed: () => readonly unknown[]): string {
  const { action = '', skill, source, tool } = question
  if (tool !== undefined) return commandToAllow(question, findAllowed())
  const name = skill === undefined ? [] : [quoteForShell(skill)]
  const from = source === undefined ? [] : [quoteForShell(source)]
  if (action === 'trust') return ['metier trust', ...from].join(' ')
  if (action === 'install') return ['metier install', ...name, ...from.map((place) => `--from ${place}`)].join(' ')
  return PLAIN_COMMANDS.has(action) ? [`metier ${action}`, ...name].join(' ') : 'metier help'
}

/** The command replaces the whole setting, so it repeats the existing rules. */
function commandToAllow({ tool, category, skill }: Question, allowed: readonly unknown[]): string {
  const added = JSON.stringify({ tool, category, skill })
  const others = allowed.filter((rule) => JSON.stringify(rule) !== added)
  const rules = `[${[...others.map((rule) => JSON.stringify(rule)), added].join(',')}]`
  return `metier config set policy.allow ${quoteForShell(rules)}`
}
