/** A way to keep a program from the rest of the machine. */

import type { GuardedPlace } from '../../system/sandbox/guarded-places.js'
import type { SandboxStatus } from '../../system/sandbox/sandbox-status.js'
import type { SystemPlaces } from '../../system/sandbox/system-places.js'
import type { SandboxProfile } from './profile.js'

/** Everything that a program sees of the machine. Paths are absolute and without links. */
export interface Enclosure {
  readonly profile: SandboxProfile
  readonly system: SystemPlaces
  /** Places of interpreters that are not part of the system. Shorter ones first. */
  readonly programs: readonly string[]
  /** The skill's own directory. */
  readonly skill: string
  /** Undefined if it cannot be shown. */
  readonly workdir: EnclosedWorkdir | undefined
  /** The directory that serves as home; undefined if the home is empty and vanishes. */
  readonly home: string | undefined
  /** A list of users in the format of /etc/passwd. */
  readonly users: string | undefined
  /** The directory that the program starts in. */
  readonly cwd: string
}

export interface EnclosedWorkdir {
  readonly path: string
  /** The same directory as the host names it, if that name contains links. */
  readonly alias: string | undefined
  readonly guarded: readonly GuardedPlace[]
}

/** The implementation for one operating system. */
export interface Sandbox {
  readonly name: string
  /** As Node names it. */
  readonly platform: string
  /** The package that brings it, and the program in it. */
  readonly packageName: string
  readonly program: string
  /** Starts it once. `outside` are directories in which its program is not looked for. */
  tryOut(outside: readonly string[]): Promise<SandboxStatus>
  /** The command that starts another one in it; `program` is the path of its program. Throws if it cannot be prepared. */
  compose(program: string, command: readonly string[], enclosure: Enclosure): readonly [string, ...string[]]
  /** Variables that programs in it get in place of the user's. */
  readonly variables: Readonly<Record<string, string>>
  /** The content of `Enclosure.users`. */
  readonly users: string
}
