/** Where things are stored on this machine. A home given by the caller overrides the environment entirely. */

import { isAbsolute, join } from 'node:path'

/** The user's home directory; undefined if there is none. */
export function findHome(): string | undefined {
  const named = process.platform === 'win32' ? undefined : process.env.HOME
  if (named !== undefined && named !== '') return named
  try {
    // Loaded only if the variable, which it would read first anyway, is not set.
    const home = process.getBuiltinModule('node:os').homedir()
    return home === '' ? undefined : home
  } catch {
    return undefined
  }
}

/** The configuration file that METIER_CONFIG names. */
export function namedConfiguration(): string | undefined {
  return process.env.METIER_CONFIG || undefined
}

/** The user's configuration file. */
export function userConfigurationPath(home: string | undefined, isNamed: boolean): string | undefined {
  const named = isNamed ? undefined : namedConfiguration()
  if (named !== undefined) return named
  return home === undefined ? undefined : join(home, '.metier', 'config.json')
}

/** Where compiled code is cached: the user's own directory, because others could write to a shared one. */
export function compiledFolder(): string | undefined {
  const disabled = process.env.NODE_DISABLE_COMPILE_CACHE
  if (disabled !== undefined && disabled !== '') return undefined
  const cache = cacheDirectory(findHome(), false)
  return cache === undefined ? undefined : join(cache, 'compiled')
}

/** The directory for data that can be rebuilt. */
export function cacheDirectory(home: string | undefined, isNamed: boolean): string | undefined {
  const named = isNamed ? undefined : process.env.XDG_CACHE_HOME
  if (named?.startsWith('/')) return join(named, 'metier')
  return home === undefined ? undefined : join(home, '.cache', 'metier')
}

/** The directory that an environment variable names; undefined unless it is an absolute path. */
export function directoryVariable(name: string): string | undefined {
  const path = process.env[name]
  return path !== undefined && isAbsolute(path) ? path : undefined
}
