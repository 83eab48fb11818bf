/**
 * Guards the client that a skill talks to: messages are bounded, requests are labelled with the skill's name and need
 * permission.
 */

import { parseUrl } from '../../skill/text/parse-url.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import { shorten } from '../../skill/text/shorten.js'
import { isRecord, messageOf } from '../../skill/unknown-value.js'
import type { Category, ToolOwner } from '../tools/tool.js'
import type {
  ClientQuestion,
  ClientReplies,
  ClientReply,
  ToolClient,
  ToolLogMessage,
  ToolProgress,
} from '../tools/tool-client.js'
import { type PermissionContext, type PermissionRequest, permit } from './permission.js'

/** The skill that talks, and who decides about it. */
export interface GuardOptions {
  readonly skill: string
  readonly permitting: PermissionContext
  /** The skill that the tool belongs to, if another one reuses it. */
  readonly owner?: ToolOwner | undefined
  /** The requests that the user has agreed to while the skill is active. */
  readonly agreed: Set<string>
}

/** The client as a skill's tool sees it. */
export function guardClient(client: ToolClient, options: GuardOptions): ToolClient {
  const progress = createAllowance(PROGRESS_AT_ONCE, PER_SECOND)
  const logs = createAllowance(LOGS_AT_ONCE, PER_SECOND)
  let questionsLeft = MOST_QUESTIONS
  return {
    ...client,
    report: (step) => {
      if (progress()) client.report(boundProgress(step))
    },
    log: (message) => {
      if (logs()) client.log(boundLog(message, options.skill))
    },
    ask: async (questions, signal) => {
      const entries = Object.entries(questions)
      questionsLeft -= entries.length
      if (questionsLeft < 0) return refuseAll(entries, REFUSED, `a call may ask at most ${MOST_QUESTIONS} questions`)
      return askPermitted(entries, client, options, signal)
    },
  }
}

const MOST_QUESTIONS = 64
const PROGRESS_AT_ONCE = 500
const LOGS_AT_ONCE = 500
const PER_SECOND = 50

/** A bucket: so many at once, then so many per second. The rest is dropped. */
function createAllowance(atOnce: number, perSecond: number): () => boolean {
  let left = atOnce
  let last = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(atOnce, left + ((now - last) * perSecond) / 1000)
    last = now
    if (left < 1) return false
    left--
    return true
  }
}

const LONGEST_PROGRESS = 4_000
const LARGEST_LOG = 64 * 1024

function boundProgress(step: ToolProgress): ToolProgress {
  const { message } = step
  return message === undefined || message.length <= LONGEST_PROGRESS
    ? step
    : { ...step, message: shorten(message, LONGEST_PROGRESS) }
}

/** Metier's own messages have its name, which no server may use. */
function boundLog({ level, logger, data }: ToolLogMessage, skill: string): ToolLogMessage {
  const isImitation = logger !== undefined && /^\W*metier/i.test(toPlainText(logger))
  const json = JSON.stringify(data) ?? ''
  const named = isImitation || (logger?.length ?? 0) > LONGEST_LOGGER ? `skill '${skill}'` : logger
  return { level, logger: named, data: json.length <= LARGEST_LOG ? data : `${json.slice(0, LARGEST_LOG)}…` }
}

const LONGEST_LOGGER = 200

/** The client cannot be asked this. */
const UNSUPPORTED = -32_601
const INVALID = -32_602
/** The user or the policy said no. */
const REFUSED = -1

type Entry = readonly [string, ClientQuestion]

/** All questions go to the client in one round; those that may not be asked are answered here. */
async function askPermitted(
  entries: readonly Entry[],
  client: ToolClient,
  options: GuardOptions,
  signal: AbortSignal,
): Promise<ClientReplies> {
  const refused: Record<string, ClientReply> = {}
  const labelled: Record<string, ClientQuestion> = {}
  for (const [key, question] of entries) {
    const refusal = findProblem(question, client) ?? (await findObjection(question, client, options))
    if (refusal === undefined) labelled[key] = label(question, options.skill)
    else refused[key] = refusal
  }
  if (Object.keys(labelled).length === 0) return refused
  return { ...refused, ...(await client.ask(labelled, signal)) }
}

function refuseAll(entries: readonly Entry[], code: number, message: string): ClientReplies {
  return Object.fromEntries(entries.map(([key]) => [key, { ok: false, code, message }]))
}

interface Kind {
  readonly name: 'elicitation' | 'sampling' | 'roots'
  readonly category: Category
  /** What the skill wants, for the question to the user. */
  readonly wish: string
  readonly mostCharacters: number
}

/** A question to the user is its own question for permission. A list of directories is read, a prompt leaves the machine. */
const KINDS: Readonly<Record<ClientQuestion['method'], Kind>> = {
  'elicitation/create': {
    name: 'elicitation',
    category: 'read',
    wish: 'asks you a question',
    mostCharacters: 64 * 1024,
  },
  'sampling/createMessage': {
    name: 'sampling',
    category: 'network',
    wish: 'wants answers from your model while it is active',
    mostCharacters: 8 * 1024 * 1024,
  },
  'roots/list': {
    name: 'roots',
    category: 'read',
    wish: 'wants to know the directories that you work in',
    mostCharacters: 1024,
  },
}

function findProblem({ method, params = {} }: ClientQuestion, { capabilities }: ToolClient): ClientReply | undefined {
  const { name, mostCharacters } = KINDS[method]
  if (capabilities[name] === undefined) return refuse(UNSUPPORTED, `The client does not support ${name}`)
  if (JSON.stringify(params).length > mostCharacters) {
    return refuse(INVALID, `The request is larger than ${mostCharacters} characters`)
  }
  return method === 'elicitation/create' ? findModeProblem(params, capabilities.elicitation) : undefined
}

function findModeProblem(params: Readonly<Record<string, unknown>>, declared: object | undefined) {
  const modes = isRecord(declared) ? declared : {}
  const isForm = params.mode !== 'url'
  // A client that declares no mode supports forms.
  const isSupported = isForm ? modes.form !== undefined || modes.url === undefined : modes.url !== undefined
  if (!isSupported) return refuse(INVALID, `The client does not support elicitation in ${isForm ? 'form' : 'url'} mode`)
  const { message, url } = params
  if (typeof message !== 'string') return refuse(INVALID, 'An elicitation needs a message')
  if (isForm) return undefined
  return isWebAddress(url)
    ? undefined
    : refuse(INVALID, 'The URL of an elicitation must start with http:// or https://')
}

function isWebAddress(url: unknown): boolean {
  return typeof url === 'string' && parseUrl(url) !== undefined && /^https?:$/.test(new URL(url).protocol)
}

async function findObjection(
  { method, params }: ClientQuestion,
  client: ToolClient,
  { skill, permitting, owner, agreed }: GuardOptions,
): Promise<ClientReply | undefined> {
  const { name, category, wish } = KINDS[method]
  const message = `Skill '${skill}' ${wish}`
  const request = { action: 'ask_client', tool: `client:${name}`, category, skill, params, message } as const
  const ask = client.approve ?? permitting.approve
  // The user is asked once; the policy is looked at each time.
  const approve = ask && (async (asked: PermissionRequest) => agreed.has(name) || (await ask(asked)) === true)
  try {
    const denial = await permit(request, { ...permitting, approve }, owner)
    if (denial === undefined) agreed.add(name)
    return denial && refuse(REFUSED, denial.message)
  } catch (error) {
    return refuse(REFUSED, `Could not ask the user about 'client:${name}': ${messageOf(error)}`)
  }
}

function refuse(code: number, message: string): ClientReply {
  return { ok: false, code, message }
}

/** No request can pass for one of ours: the user and the model see which skill it comes from. */
function label({ method, params = {} }: ClientQuestion, skill: string): ClientQuestion {
  const own = withoutToken(params)
  if (method === 'elicitation/create') {
    return { method, params: { ...own, message: `Skill '${skill}' asks: ${toPlainLines(String(own.message))}` } }
  }
  if (method === 'roots/list') return { method, ...(params._meta !== undefined && { params: own }) }
  const { systemPrompt } = own
  const origin = `This request comes from a server of the skill '${skill}', not from the user.`
  const prompt = typeof systemPrompt === 'string' ? `${origin}\n\n${systemPrompt}` : origin
  return { method, params: { ...own, systemPrompt: prompt } }
}

/** A token for progress belongs to one connection. */
function withoutToken(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!isRecord(params._meta) || params._meta.progressToken === undefined) return params
  const { progressToken: _, ...meta } = params._meta
  return { ...params, _meta: meta }
}

/** Keeps the lines, and nothing that could hide or reorder them. */
function toPlainLines(text: string): string {
  return text.split('\n').map(toPlainText).join('\n')
}
