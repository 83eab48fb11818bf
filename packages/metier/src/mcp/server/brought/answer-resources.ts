/** Answers requests about resources: the files of skills, which are Metier's own, and those of servers of active skills. */

import type { McpServer, Resource, ResourceTemplateType, ServerContext } from '@modelcontextprotocol/server'
import type { SkillSource } from '@modelcontextprotocol/server/ext/skills'
import { parseUrl } from '../../../skill/text/parse-url.js'
import type { Sdk } from '../../sdk.js'
import type { Answers, RequestCaller } from '../answers.js'
import { answerSubscriptions } from '../changes/subscriptions.js'
import { isReserved, readBroughtUri } from './brought-uri.js'

/** The server whose requests are answered, and what with. */
export interface ResourceAnswers {
  readonly sdk: Sdk
  readonly mcp: McpServer
  readonly source: SkillSource
  readonly open: () => Promise<Answers>
  readonly callerOf: (context: ServerContext) => RequestCaller
}

/** The template of the files of skills, as the SDK lists it. */
const OWN_TEMPLATE = { name: 'io.modelcontextprotocol/skills', uriTemplate: 'skill://{+path}' }

/** Replaces the answers of the SDK, which knows the files of skills only. */
export function answerResources({ sdk, mcp, source, open, callerOf }: ResourceAnswers): void {
  const { server } = mcp
  server.setRequestHandler('resources/list', async (_, context) => {
    const own = (await source.listResources?.(context)) ?? []
    const brought = await (await open()).listBrought('resources', context)
    return { resources: [...own, ...(brought as unknown as Resource[])] }
  })
  server.setRequestHandler('resources/templates/list', async (_, context) => {
    const brought = await (await open()).listBrought('templates', context)
    return { resourceTemplates: [OWN_TEMPLATE, ...(brought as unknown as ResourceTemplateType[])] }
  })
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const { uri } = params
    if (parseUrl(uri) === undefined) {
      const data = { uri, reason: 'invalid_uri' }
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `Resource URI ${uri} is invalid`, data)
    }
    const found = isOwn(uri)
      ? await readOwn(source, uri, context)
      : await (await open()).askResource('resources/read', params, context, callerOf(context))
    if (found === undefined) throw new sdk.ResourceNotFoundError(uri)
    return found as { contents: [] }
  })
  answerSubscriptions(mcp, async (method, params, context) => {
    if (!isOwn(params.uri)) await (await open()).askResource(method, params, context, callerOf(context))
  })
}

function isOwn(uri: string): boolean {
  return isReserved(uri) && readBroughtUri(uri) === undefined
}

async function readOwn(source: SkillSource, given: string, context: ServerContext) {
  const uri = new URL(given).href
  const read = await source.read(uri, context)
  if (read === undefined) return undefined
  const mimeType = read.mimeType === undefined ? {} : { mimeType: read.mimeType }
  const content = 'text' in read ? { text: read.text } : { blob: Buffer.from(read.bytes).toString('base64') }
  return { contents: [{ uri, ...mimeType, ...content }] }
}
