/** The user's npm configuration: which registry a package comes from, and the credential for a URL. */

import { join } from 'node:path'
import { registryDomains } from '../../gate/facts/registries.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { readSmallFileSync } from '../../system/files/small-file.js'
import { type NpmVariables, readNpmVariables } from '../../system/http/network-variables.js'
import { isLoopbackHost } from '../../system/http/private-address.js'
import { credentialOf } from './npm-credential.js'

export interface NpmPlaces {
  readonly home?: string | undefined
  /** The directory with the project's `.npmrc`. */
  readonly workdir?: string | undefined
  /** Replaces the process's environment variables. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined
}

interface ChosenRegistry {
  /** Ends with a slash. */
  readonly url: URL
  /** The project's file, if that file chose it. */
  readonly projectFile?: string | undefined
}

export interface NpmSettings {
  /** The registry of a package; a failure if the configured one is not a URL. */
  readonly registryOf: (name: string) => Result<ChosenRegistry>
  /** The `Authorization` header for a URL, if the user has a credential for it. */
  readonly authorizationFor: (url: URL) => string | undefined
  /** Hosts of registries in the user's own configuration, which may be private. */
  readonly ownHosts: readonly string[]
}

/** npm's default. */
const PUBLIC_REGISTRY = `https://registry.${registryDomains('npmjs')[0]}/`
const LARGEST = 256 * 1024

export function readNpmSettings({ home, workdir, variables }: NpmPlaces): NpmSettings {
  const npm = readNpmVariables(variables)
  const userFile = npm.userFile ?? (home === undefined ? undefined : join(home, '.npmrc'))
  const projectFile = workdir === undefined ? undefined : join(workdir, '.npmrc')
  const own = new Map([...readOwn(npm.globalFile, npm), ...readOwn(userFile, npm)])
  // A project's file chooses registries only: its credentials would be another user's, and its variables would leak.
  const isOther = projectFile !== undefined && projectFile !== userFile
  const project = isOther ? readFile(projectFile) : new Map<string, string>()
  return {
    registryOf: (name) => chooseRegistry(name, [npm.settings, project, own], isOther ? projectFile : undefined),
    authorizationFor: (url) => (isPrivate(url) ? credentialOf(own, url) : undefined),
    ownHosts: [...own, ...npm.settings].flatMap(([key, value]) => (isRegistryKey(key) ? hostOf(value) : [])),
  }
}

/** Whether a URL keeps a credential between the two ends. */
function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopbackHost(hostname)
}

type Layers = readonly [
  variables: ReadonlyMap<string, string>,
  project: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
]

/** A scope's registry beats the general one, whichever file it is in, as in npm. */
function chooseRegistry(name: string, layers: Layers, projectFile: string | undefined): Result<ChosenRegistry> {
  const scope = name.startsWith('@') ? [`${name.slice(0, name.indexOf('/'))}:registry`] : []
  for (const key of [...scope, 'registry']) {
    const layer = layers.find((settings) => settings.has(key))
    const value = layer?.get(key)
    if (value === undefined) continue
    const url = parseRegistry(value)
    // Falling back to the public registry would fetch a stranger's package of the same name.
    if (url === undefined) return fail('source_untrusted', `The npm setting '${key}' is not the URL of a registry`)
    return succeed(layer === layers[1] ? { url, projectFile } : { url })
  }
  return succeed({ url: new URL(PUBLIC_REGISTRY) })
}

function parseRegistry(text: string): URL | undefined {
  if (!/^https?:\/\/[^/\\]/i.test(text) || text.includes('${') || parseUrl(text) === undefined) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

function isRegistryKey(key: string): boolean {
  return key === 'registry' || /^@[^:]+:registry$/.test(key)
}

function hostOf(address: string): readonly string[] {
  const url = parseRegistry(address)
  return url === undefined ? [] : [url.host]
}

/** The user's file, with its variables expanded; an unset one stays as written. */
function readOwn(file: string | undefined, { expand }: NpmVariables): ReadonlyMap<string, string> {
  const replace = (text: string) =>
    text.replace(/\$\{([^${}]+)\}/g, (written: string, name: string) => expand(name.replace(/\?$/, '')) ?? written)
  return new Map([...readFile(file)].map(([key, value]) => [replace(key), replace(value)]))
}

function readFile(file: string | undefined): ReadonlyMap<string, string> {
  const reading = file === undefined ? undefined : readSmallFileSync(file, LARGEST)
  if (reading === undefined || !('bytes' in reading)) return new Map()
  const lines = reading.bytes.toString('utf8').split(/\r?\n/)
  return new Map(lines.flatMap(readLine))
}

function readLine(line: string): readonly (readonly [string, string])[] {
  const [, key, value = ''] = /^\s*([^\s;#[=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
  return key === undefined ? [] : [[key, value.replace(/^(["'])(.*)\1$/, '$2')]]
}
