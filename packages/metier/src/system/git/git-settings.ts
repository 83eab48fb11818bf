/** Settings passed to git on every call, so that no repository or machine configuration can interfere. */

import { devNull, tmpdir } from 'node:os'
import type { Remote } from './git.js'

/** Settings for every call that override any repository or machine configuration (security 6.23 to 6.27). */
const SETTINGS: readonly string[] = [
  'protocol.allow=never',
  `core.hooksPath=${devNull}`,
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.symlinks=false',
  'core.fsmonitor=false',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.askPass=',
  'core.pager=cat',
  'credential.helper=',
  'credential.interactive=never',
  'transfer.fsckObjects=true',
  'fetch.fsckObjects=true',
  'transfer.bundleURI=false',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'fetch.writeCommitGraph=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'filter.lfs.smudge=',
  'filter.lfs.clean=',
  'filter.lfs.process=',
  'filter.lfs.required=false',
  'http.followRedirects=false',
  'http.emptyAuth=false',
  'http.delegation=none',
  'uploadpack.packObjectsHook=',
  'advice.detachedHead=false',
  'safe.directory=*',
]

/** The settings for one call; a call without a remote may not use any protocol. */
export function settingsFor(remote: Remote | undefined): readonly string[] {
  if (remote === undefined) return SETTINGS
  const protocols = remote.isOnDisk ? /^(file):\/\// : /^(https?|ssh):\/\//
  const protocol = protocols.exec(remote.url)?.[1]
  return [
    ...SETTINGS,
    ...(protocol === undefined ? [] : [`protocol.${protocol}.allow=always`]),
    ...(remote.resolved === undefined ? [] : [`http.curloptResolve=${remote.resolved}`]),
  ]
}

const SSH =
  'ssh -oBatchMode=yes -oPermitLocalCommand=no -oClearAllForwardings=yes -oForwardAgent=no -oConnectTimeout=15'

/** Starts from an empty environment: no credentials, proxies or git variables are passed on (security 6.27). */
export function environmentOf(
  variables: Readonly<Record<string, string | undefined>>,
  directory: string,
  remote: Remote | undefined,
): Readonly<Record<string, string>> {
  const agent = variables.SSH_AUTH_SOCK
  const isSsh = remote?.url.startsWith('ssh:') ?? false
  return {
    PATH: variables.PATH ?? '',
    ...(variables.SystemRoot !== undefined && { SystemRoot: variables.SystemRoot }),
    // git looks for `.netrc` and `.gitconfig` here and finds neither.
    HOME: directory,
    XDG_CONFIG_HOME: directory,
    TMPDIR: tmpdir(),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_SSH_COMMAND: SSH,
    GIT_SSH_VARIANT: 'ssh',
    GIT_CEILING_DIRECTORIES: tmpdir(),
    ...(isSsh && agent !== undefined && { SSH_AUTH_SOCK: agent }),
    ...(remote?.authorization !== undefined && authorize(remote.url, remote.authorization)),
    ...(remote?.proxy !== undefined && { https_proxy: remote.proxy, http_proxy: remote.proxy }),
  }
}

/** In the environment, because other users can read the arguments of a program; only for this host. */
function authorize(url: string, authorization: string): Readonly<Record<string, string>> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  }
}
