/** A registry's site may say that its API is elsewhere (`/.well-known/clawhub.json`). */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import type { HttpClient } from '../../system/http/http.js'
import { getUrl, readJsonObject, textOf } from '../download.js'
import { redactSecrets } from '../redact.js'
import { identityOf } from '../reference-parts.js'
import type { SourceContext, SourceReference } from '../source.js'
import type { SettledOptions } from '../sources-options.js'
import { plain } from './clawhub-answers.js'

/** The newer name first. */
const FILES: readonly string[] = ['clawhub.json', 'clawdhub.json']
const MOST_BYTES = 64 * 1024

/** The API of a reference's registry. An address configured as the API itself is used as is. */
export async function locateRegistry(
  settled: Pick<SettledOptions, 'registryHttp' | 'registry' | 'isRegistryGiven' | 'registryVariable'>,
  reference: Pick<SourceReference, 'identity' | 'location'>,
  context: SourceContext,
): Promise<Result<string>> {
  const { registryHttp, registry, isRegistryGiven } = settled
  const refusal = checkAddress(settled, reference)
  if (refusal !== undefined) return refusal
  if (reference.location === '' && isRegistryGiven) return succeed(registry.replace(/\/+$/, ''))
  return await discoverRegistry(registryHttp, reference.location || registry, reference, context)
}

/** Names the setting that contains an invalid URL. */
function checkAddress(
  { registry, registryVariable }: Pick<SettledOptions, 'registry' | 'registryVariable'>,
  { identity, location }: Pick<SourceReference, 'identity' | 'location'>,
): Result<never> | undefined {
  const address = location || registry
  if (/^https?:\/\/[^/]/i.test(address) && parseUrl(address) !== undefined) return undefined
  const setting = location === '' ? registryVariable : `skills.registries.${identity}`
  return fail(
    'source_unavailable',
    `${setting ?? 'The registry'} is '${plain(redactSecrets(address))}', which is not a valid URL`,
    ['Set it to a URL such as https://clawhub.ai'],
  )
}

/** The API of a site: where the site says, or the site itself. */
async function discoverRegistry(
  http: HttpClient,
  site: string,
  { identity }: Pick<SourceReference, 'identity'>,
  context: SourceContext,
): Promise<Result<string>> {
  const base = site.replace(/\/+$/, '')
  for (const file of FILES) {
    const url = `${base}/.well-known/${file}`
    const answer = await getUrl(http, { url, identity, context, mostBytes: MOST_BYTES })
    const said = answer.ok && answer.value.status === 200 ? readJsonObject(answer.value) : undefined
    const place = textOf(said?.apiBase) ?? textOf(said?.registry)
    if (place !== undefined) return checkPlace(place, base, context)
  }
  return succeed(base)
}

/** A host other than the trusted one needs trust too, like the target of a redirect. */
function checkPlace(place: string, base: string, { isTrusted }: SourceContext): Result<string> {
  const url = parseUrl(place)
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    return fail('source_unavailable', `${new URL(base).host} does not name a usable API URL`)
  }
  const isSame = url.origin === new URL(base).origin
  if (isSame || isTrusted(identityOf(url))) {
    return succeed(`${url.origin}${url.pathname}`.replace(/\/+$/, ''))
  }
  return fail('source_untrusted', `${new URL(base).host} refers to ${url.host}, which is not trusted`, [
    `If you trust it, run: metier trust ${url.host}`,
  ])
}
