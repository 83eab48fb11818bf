/** The command that does the same as a button: made from the request that the button sends, so that the two cannot differ. */

import type { HubActionName, HubInput } from './api.js'
import { composeRequest } from './client.js'

export function toCommand<Name extends HubActionName>(hub: string, name: Name, input: HubInput<Name>): string {
  const { method, url, body } = composeRequest(name, input)
  const sent = body === undefined || body === '{}' ? '' : ` -d ${quote(body)}`
  return `curl -X ${method} -H "Authorization: Bearer $METIER_TOKEN" ${quote(hub + url)}${sent}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
