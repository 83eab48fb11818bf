/**
 * bubblewrap (Linux): namespaces of its own for files, processes, network and users. Nothing of the machine is visible
 * unless it is listed here.
 */

import { dirname } from 'node:path'
import { LIMITS } from '../../skill/limits.js'
import { openCallFilter } from '../../system/sandbox/call-filter.js'
import type { GuardedPlace } from '../../system/sandbox/guarded-places.js'
import { findSystemPlaces, type SystemPlaces } from '../../system/sandbox/system-places.js'
import { trySandbox } from '../../system/sandbox/try-sandbox.js'
import { composeMountCheck } from './mount-check.js'
import type { EnclosedWorkdir, Enclosure, Sandbox } from './sandbox.js'

const HOME = '/run/home'
const TEMPORARY = '/tmp'
const USER = 1000
/** It ends all others. A program that could write to its memory would outlive its call. */
const FIRST_PROCESS = '/proc/1'

export const bubblewrap: Sandbox = {
  name: 'bubblewrap',
  platform: 'linux',
  packageName: 'bubblewrap',
  program: 'bwrap',
  tryOut: (outside) => trySandbox({ program: 'bwrap', compose: composeTrial, outside }),
  compose: composeCommand,
  variables: { HOME, TMPDIR: TEMPORARY, TEMP: TEMPORARY, TMP: TEMPORARY },
  users: `skill:x:${USER}:${USER}:skill:${HOME}:/bin/sh\n`,
}

/** The same mounts and namespaces as for a skill's program, around a program that does nothing. */
function composeTrial(program: string): readonly [string, ...string[]] {
  const system = findSystemPlaces()
  const parameters = [...isolate(false), ...showSystem(system, false), ...seal([]), '--', '/usr/bin/env', 'true']
  return launch(program, parameters)
}

function composeCommand(
  program: string,
  command: readonly string[],
  enclosure: Enclosure,
): readonly [string, ...string[]] {
  const { profile, system, programs, skill, workdir, home, users, cwd } = enclosure
  const isWritable = profile.workdir === 'write'
  const guarded = workdir?.guarded ?? []
  const parents = workdir === undefined || !isWritable ? [] : findParents(workdir.path, guarded)
  const hidden = guarded.filter(({ kind, isHidden }) => isHidden && kind === 'folder').map(({ path }) => path)
  return launch(program, [
    ...isolate(profile.hasNetwork),
    ...showSystem(system, profile.hasNetwork),
    ...(users === undefined ? [] : ['--ro-bind', users, '/etc/passwd']),
    ...(home === undefined ? ['--symlink', TEMPORARY, HOME] : ['--bind', home, HOME]),
    ...programs.flatMap(showReadOnly),
    ...(workdir === undefined ? [] : showWorkdir(workdir, parents, isWritable)),
    // Last, so that nothing covers it and it stays read-only in a writable working directory.
    ...showReadOnly(skill),
    ...seal(hidden),
    '--chdir',
    cwd,
    '--',
    ...composeMountCheck({ skill, workdir, parents }),
    ...limit(system),
    ...command,
  ])
}

/** bubblewrap takes the filter of system calls from an open file. */
function launch(program: string, parameters: readonly string[]): readonly [string, ...string[]] {
  const filter = openCallFilter()
  if (filter === undefined) return [program, ...parameters]
  return ['/bin/sh', '-c', 'exec 9<"$1"; shift; exec "$@"', 'metier', filter, program, '--seccomp', '9', ...parameters]
}

/**
 * Everything ends with this process. A new session has no terminal to type into; no capabilities and no user namespaces
 * leave less of the kernel to attack.
 */
function isolate(hasNetwork: boolean): readonly string[] {
  return [
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    '--unshare-user',
    '--disable-userns',
    ...['--uid', String(USER), '--gid', String(USER)],
    '--die-with-parent',
    '--new-session',
    ...['--cap-drop', 'ALL'],
  ]
}

function showSystem({ visible, networked, readOnly, masked }: SystemPlaces, hasNetwork: boolean): readonly string[] {
  const shown = hasNetwork ? [...visible, ...networked] : visible
  return [
    ...shown.flatMap(({ path, linkTo }) => (linkTo === undefined ? showReadOnly(path) : ['--symlink', linkTo, path])),
    ...['--proc', '/proc'],
    ...readOnly.flatMap(showReadOnly),
    ...masked.flatMap(hideFile),
    ...['--tmpfs', FIRST_PROCESS],
    ...['--dev', '/dev'],
    ...['--size', String(LIMITS.sandboxSharedBytes), '--tmpfs', '/dev/shm'],
    ...['--size', String(LIMITS.sandboxTemporaryBytes), '--tmpfs', TEMPORARY],
  ]
}

function showWorkdir(
  { path, alias, guarded }: EnclosedWorkdir,
  parents: readonly string[],
  isWritable: boolean,
): readonly string[] {
  return [
    ...[isWritable ? '--bind' : '--ro-bind', path, path],
    ...(alias === undefined ? [] : ['--symlink', path, alias]),
    ...parents.flatMap((parent) => ['--bind', parent, parent]),
    ...guarded.flatMap((place) => {
      if (!place.isHidden) return showReadOnly(place.path)
      return place.kind === 'file' ? hideFile(place.path) : ['--tmpfs', place.path]
    }),
  ]
}

/** A mount cannot be renamed: otherwise a program could move the parent away and put another in its place. */
function findParents(workdir: string, guarded: readonly GuardedPlace[]): readonly string[] {
  const parents = new Set<string>()
  for (const { path } of guarded) {
    for (let parent = dirname(path); parent.length > workdir.length; parent = dirname(parent)) parents.add(parent)
  }
  return [...parents].sort((a, b) => a.length - b.length)
}

function showReadOnly(path: string): readonly string[] {
  return ['--ro-bind', path, path]
}

function hideFile(path: string): readonly string[] {
  return ['--ro-bind', '/dev/null', path]
}

/** The root and everything that only hides something is memory, which a program could fill. */
function seal(hidden: readonly string[]): readonly string[] {
  return [...hidden, FIRST_PROCESS, '/dev', '/'].flatMap((path) => ['--remount-ro', path])
}

function limit({ limiter, countsApart }: SystemPlaces): readonly string[] {
  if (limiter === undefined) return []
  const processes = countsApart ? [`--nproc=${LIMITS.sandboxProcesses}`] : []
  return [limiter, ...processes, `--fsize=${LIMITS.sandboxFileBytes}`, '--core=0']
}
