/** The directories and files of this Linux that every program needs: programs, libraries and a few settings. */

import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { release } from 'node:os'

/** A place that is shown read-only, or a link that is created as it is. */
interface SystemPlace {
  readonly path: string
  readonly linkTo?: string
}

export interface SystemPlaces {
  readonly visible: readonly SystemPlace[]
  /** What is visible only with the network: names, addresses and certificates. */
  readonly networked: readonly SystemPlace[]
  /** Parts of /proc that must not be written. The superuser could change the whole machine there, even without powers. */
  readonly readOnly: readonly string[]
  /** Parts of /proc that must not be read either. */
  readonly masked: readonly string[]
  /** The program that limits processes and file sizes; undefined if there is none. */
  readonly limiter: string | undefined
  /** Whether the limit on processes counts those in the sandbox only. */
  readonly countsApart: boolean
}

/** Directories that exist on every machine with the same content for every user. */
export const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/gnu/store',
]

/**
 * Never all of /etc: keys are in /etc/ssl/private and /etc/pki/tls/private, passwords in many other files. Each is a
 * mount that takes time, so only what programs fail without is here.
 */
const SETTINGS = [
  'alternatives',
  'fonts',
  'hosts',
  'ld.so.cache',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
]
const NETWORK_SETTINGS = [
  'crypto-policies',
  'gai.conf',
  'pki/ca-trust',
  'pki/tls/cert.pem',
  'pki/tls/certs',
  'resolv.conf',
  'services',
  'ssl/cert.pem',
  'ssl/certs',
  'ssl/openssl.cnf',
]

const KERNEL = ['sys', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr', 'sysrq-trigger'].map((name) => `/proc/${name}`)
const KERNEL_SECRETS = ['kcore', 'keys', 'key-users', 'kmsg', 'timer_list', 'sched_debug'].map(
  (name) => `/proc/${name}`,
)
const LIMITERS = ['/usr/bin/prlimit', '/bin/prlimit', '/run/current-system/sw/bin/prlimit']

let found: SystemPlaces | undefined

/** Looked up once: installing a system takes longer than any process of ours lives. */
export function findSystemPlaces(): SystemPlaces {
  found ??= {
    visible: [...SYSTEM_FOLDERS, ...SETTINGS.map(inSettings)].flatMap(look),
    networked: NETWORK_SETTINGS.map(inSettings).flatMap(look),
    readOnly: KERNEL.filter((path) => existsSync(path)),
    masked: KERNEL_SECRETS.filter((path) => existsSync(path)),
    limiter: LIMITERS.find((path) => existsSync(path)),
    countsApart: countsPerNamespace(release()),
  }
  return found
}

const inSettings = (name: string) => `/etc/${name}`

/** A link to a place that is visible anyway stays a link, as /bin to /usr/bin; of any other, the target is shown. */
function look(path: string): readonly SystemPlace[] {
  if (!existsSync(path)) return []
  const isLink = lstatSync(path).isSymbolicLink() && realpathSync(path).startsWith('/usr/')
  return [isLink ? { path, linkTo: readlinkSync(path) } : { path }]
}

/** Since Linux 5.14. Before, all processes of the user count, so that a limit would stop programs at random. */
export function countsPerNamespace(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}
