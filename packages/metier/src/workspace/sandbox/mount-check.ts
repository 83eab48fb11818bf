/**
 * Compares the mounts of a sandbox with the paths that they were made for, before the program starts. Another program that writes in
 * the working directory could replace a directory with a link while the sandbox is prepared.
 */

import { escapePlace, readMountOrigins } from '../../system/sandbox/mount-origins.js'
import type { EnclosedWorkdir } from './sandbox.js'

export interface CheckedMounts {
  /** The skill's own directory. */
  readonly skill: string
  readonly workdir: EnclosedWorkdir | undefined
  /** Directories in the working directory that are mounted so that they cannot be renamed. */
  readonly parents: readonly string[]
}

/** The words before a command that is only started if all mounts are right. */
export function composeMountCheck({ skill, workdir, parents }: CheckedMounts): readonly string[] {
  const originOf = readMountOrigins()
  const guarded = workdir?.guarded ?? []
  const shown = [
    ...(workdir === undefined ? [] : [workdir.path]),
    ...parents,
    ...guarded.filter(({ isHidden }) => !isHidden).map(({ path }) => path),
    skill,
  ]
  const hidden = guarded.filter(({ isHidden }) => isHidden).map(({ path }) => path)
  const wanted = [...shown.map((path) => `\n${originOf(path)}`), ...hidden.map((path) => ` ${escapePlace(path)}`)]
  return ['/bin/sh', '-c', SCRIPT, 'metier', ...wanted, '--']
}

/** Only words of the shell itself: nothing else is started. */
const SCRIPT = `seen='
'
while read -r id parent device root place rest; do seen="$seen$device $root $place
"; done < /proc/self/mountinfo
while [ "$1" != -- ]; do
  case $seen in
    *"$1
"*) shift ;;
    *) echo "metier: \${1##* } was replaced while the sandbox was prepared" >&2; exit 126 ;;
  esac
done
shift
unset seen id parent device root place rest
exec "$@"`
