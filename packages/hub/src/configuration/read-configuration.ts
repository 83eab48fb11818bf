/** The settings of a hub, from environment variables and options. Everything that is wrong is said at once, at the start. */

import { RATE_LIMITS, type RateLimits } from '../http/rate-limit.js'

export interface HubConfiguration {
  readonly host: string
  readonly port: number
  /** Where clients reach it, if that differs from host and port. */
  readonly publicUrl: string | undefined
  /** The name of its marketplace, and the title of its pages. */
  readonly name: string
  /** A PostgreSQL server; without it, the embedded database in `data`. */
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  readonly data: string
  /** The first administrator's token. */
  readonly adminToken: string | undefined
  /** Undefined turns the limits off. */
  readonly rateLimits: RateLimits | undefined
  /** How many proxies in front of it add to `X-Forwarded-For`. */
  readonly trustedProxies: number
  /** Whether anybody may read public skills; otherwise only with a token. */
  readonly allowsAnonymous: boolean
  readonly cacheBytes: number
  /** Whether this process takes jobs. */
  readonly runsJobs: boolean
}

export type Variables = Readonly<Record<string, string | undefined>>

/** Options of the command line, which win over variables. */
export interface ConfigurationOptions {
  readonly port?: string | undefined
  readonly host?: string | undefined
  readonly data?: string | undefined
}

export type ConfigurationResult =
  | { readonly ok: true; readonly configuration: HubConfiguration }
  | { readonly ok: false; readonly problems: readonly string[] }

const PREFIX = 'METIER_HUB_'
const NAMES = [
  'ADMIN_TOKEN',
  'ANONYMOUS',
  'CACHE_MB',
  'CONNECTIONS',
  'DATA',
  'HOST',
  'JOBS',
  'NAME',
  'PORT',
  'PROXIES',
  'RATE_LIMITS',
  'URL',
] as const
type Setting = `${typeof PREFIX}${(typeof NAMES)[number]}` | 'DATABASE_URL'

const MEBIBYTE = 1024 * 1024
const LONGEST_NAME = 64

export function readConfiguration(variables: Variables, options: ConfigurationOptions = {}): ConfigurationResult {
  const problems: string[] = findUnknown(variables)
  const text = (name: Setting) => (variables[name] === '' ? undefined : variables[name])
  const number = (name: string, given: string | undefined, { least, most, otherwise }: NumberRange) => {
    if (given === undefined) return otherwise
    const value = Number(given)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    problems.push(`${name} is '${given}': use a whole number from ${least} to ${most}`)
    return otherwise
  }
  const flag = (name: Setting, otherwise: boolean) => {
    const given = text(name)
    if (given !== undefined && given !== 'true' && given !== 'false') {
      problems.push(`${name} is '${given.slice(0, 80)}': use true or false`)
    }
    return given === undefined ? otherwise : given === 'true'
  }
  const configuration: HubConfiguration = {
    host: options.host ?? text('METIER_HUB_HOST') ?? '127.0.0.1',
    port: number(options.port === undefined ? 'METIER_HUB_PORT' : '--port', options.port ?? text('METIER_HUB_PORT'), {
      least: 0,
      most: 65_535,
      otherwise: 7400,
    }),
    publicUrl: readPublicUrl(text('METIER_HUB_URL'), problems),
    name: readName(text('METIER_HUB_NAME') ?? 'metier-hub', problems),
    databaseUrl: readDatabaseUrl(text('DATABASE_URL'), problems),
    databaseConnections: number('METIER_HUB_CONNECTIONS', text('METIER_HUB_CONNECTIONS'), {
      least: 2,
      most: 500,
      otherwise: 10,
    }),
    data: options.data ?? text('METIER_HUB_DATA') ?? 'metier-hub-data',
    adminToken: readAdminToken(text('METIER_HUB_ADMIN_TOKEN'), problems),
    rateLimits: flag('METIER_HUB_RATE_LIMITS', true) ? RATE_LIMITS : undefined,
    trustedProxies: number('METIER_HUB_PROXIES', text('METIER_HUB_PROXIES'), { least: 0, most: 10, otherwise: 0 }),
    allowsAnonymous: flag('METIER_HUB_ANONYMOUS', true),
    cacheBytes:
      number('METIER_HUB_CACHE_MB', text('METIER_HUB_CACHE_MB'), { least: 0, most: 65_536, otherwise: 64 }) * MEBIBYTE,
    runsJobs: flag('METIER_HUB_JOBS', true),
  }
  return problems.length === 0 ? { ok: true, configuration } : { ok: false, problems }
}

/** A mistyped name would leave the default in force, without a word. */
function findUnknown(variables: Variables): string[] {
  const known = new Set<string>(NAMES.map((name) => `${PREFIX}${name}`))
  return Object.keys(variables)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name))
    .toSorted()
    .map((name) => `${name.slice(0, 80)} is not a setting: ${PREFIX} is followed by ${NAMES.join(', ')}`)
}

interface NumberRange {
  readonly least: number
  readonly most: number
  readonly otherwise: number
}

function readPublicUrl(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '') {
    problems.push(`METIER_HUB_URL is '${text}': use an address such as https://hub.example.com`)
    return undefined
  }
  return url.href.replace(/\/+$/, '')
}

/** Part of a connection string is a password: it is never repeated. */
function readDatabaseUrl(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined || /^postgres(?:ql)?:\/\/./.test(text)) return text
  problems.push('DATABASE_URL is not a PostgreSQL address: use postgresql://user:password@host:5432/database')
  return undefined
}

function readName(text: string, problems: string[]): string {
  if (text.length <= LONGEST_NAME && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) return text
  problems.push(`METIER_HUB_NAME is '${text.slice(0, 80)}': use lower-case letters, digits and hyphens`)
  return 'metier-hub'
}

function readAdminToken(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{20,200}$/.test(text)) return text
  problems.push('METIER_HUB_ADMIN_TOKEN is too short: use at least 20 characters without spaces')
  return undefined
}
