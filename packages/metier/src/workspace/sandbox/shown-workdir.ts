/** Whether a program in a sandbox may see the working directory: not if that would show it the home directory. */

import { join, relative } from 'node:path'
import { PERSONAL_FOLDERS } from '../../agents/skill-folders.js'
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
/** Keys and sessions, below the home directory. */
const KEYS = [
  '.aws',
  '.azure',
  '.config/BraveSoftware',
  '.config/chromium',
  '.config/gcloud',
  '.config/gh',
  '.config/glab-cli',
  '.config/google-chrome',
  '.config/op',
  '.config/rclone',
  '.config/sops',
  '.docker',
  '.gnupg',
  '.kube',
  '.local/share/keyrings',
  '.local/share/uv/credentials',
  '.mozilla',
  '.oci',
  '.password-store',
  '.pki',
  '.ssh',
  '.terraform.d',
  '.thunderbird',
]

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
  const meets = (folder: string) => isInside(workdir, folder) || isInside(folder, workdir)
  if (homes.some((home) => KEYS.some((name) => meets(join(home, name))))) return 'it contains keys'
  const isOfAgent = homes.some((home) => AGENTS.some((name) => meets(join(home, name))) && !isOfSkills(workdir, home))
  return isOfAgent ? "it contains an agent's configuration" : undefined
}

/** Agents' own directories below the home directory: credentials and conversations are next to the skills. */
const AGENTS = [
  ...new Set(
    PERSONAL_FOLDERS.map(({ path }) => {
      const [first = path, second = ''] = path.split('/')
      return first === '.config' ? `${first}/${second}` : first
    }),
  ),
]

/** A person may write a skill in an agent's directory; the other skills there are hidden. */
function isOfSkills(workdir: string, home: string): boolean {
  const names = relative(home, workdir).split('/')
  return PERSONAL_FOLDERS.some(({ path }) => path.split('/').every((name, at) => name === '*' || name === names[at]))
}
