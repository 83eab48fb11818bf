/** Commands of package managers that only the administrator may run, as this user has to type them. */

import { captureEnvironment } from './environment.js'

/** Who types the command, and whether `sudo` is installed. */
export interface CommandUser {
  readonly isAdministrator: boolean
  readonly hasSudo: boolean
}

const FOR_ADMINISTRATORS = /^(?:apt|apt-get|dnf|yum|zypper|pacman|apk|snap) /

/** The command with `sudo` in front if this user needs it. */
export function elevateCommand(command: string, user: CommandUser = findUser()): string {
  const needsSudo = FOR_ADMINISTRATORS.test(command) && !user.isAdministrator && user.hasSudo
  return needsSudo ? `sudo ${command}` : command
}

function findUser(): CommandUser {
  return { isAdministrator: process.getuid?.() === 0, hasSudo: captureEnvironment().hasBinary('sudo') }
}
