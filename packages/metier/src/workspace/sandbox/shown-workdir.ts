/** Whether a program in a sandbox may see the working directory: not if that would show it the home directory. */

import { join } from 'node:path'
import type { PrivatePlaces } from '../../manager/settings/tool-settings.js'
import { isInside } from '../../system/files/contained-file.js'

/** Directories of the system. A working directory must neither be one of them nor contain one. */
const SYSTEM = [
  '/tmp',
  '/usr',
  '/etc',
  '/home',
  '/root',
  '/var',
  '/run',
  '/dev',
  '/proc',
  '/sys',
  '/boot',
  '/opt',
  '/srv',
]
/** Nor may it be inside one of these. */
const KERNEL = ['/dev', '/proc', '/sys', '/etc']
/** Keys, below the home directory. */
const KEYS = ['.aws', '.azure', '.config/gcloud', '.config/gh', '.docker', '.gnupg', '.kube', '.ssh']

/** Why a working directory is not shown; undefined if it is. The home directory may have several names. */
export function findWorkdirObjection(
  workdir: string,
  { data, cache }: Pick<PrivatePlaces, 'data' | 'cache'>,
  homes: readonly string[],
): string | undefined {
  if (homes.some((home) => isInside(home, workdir))) return 'it contains your home directory'
  const system =
    SYSTEM.find((folder) => isInside(folder, workdir)) ?? KERNEL.find((folder) => isInside(workdir, folder))
  if (system !== undefined) return `it contains ${system}`
  if ([data, cache].some((own) => own !== undefined && isInside(workdir, own))) return "it is part of Metier's own data"
  const isOfKeys = homes.some((home) => KEYS.some((name) => isInside(workdir, join(home, name))))
  return isOfKeys ? 'it contains keys' : undefined
}
