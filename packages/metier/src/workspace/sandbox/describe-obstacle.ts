/** Why there is no sandbox here and what to do about it, in words. */

import { elevateCommand } from '../../system/elevate-command.js'
import type { KernelSetting, SandboxObstacle } from '../../system/sandbox/sandbox-status.js'

export interface DescribedObstacle {
  readonly reason: string
  readonly fix: string
}

export function describeObstacle(obstacle: SandboxObstacle): DescribedObstacle {
  switch (obstacle.kind) {
    case 'unsupported':
      return {
        reason: `there is no sandbox for ${SYSTEMS[obstacle.system] ?? obstacle.system} yet`,
        fix: 'Run untrusted skills on Linux, for example in a virtual machine',
      }
    case 'absent':
      return { reason: `${obstacle.program} is not on PATH`, fix: adviseOnPackage() }
    case 'outdated':
      return {
        reason: `${obstacle.program} does not know the option ${obstacle.option}`,
        fix: 'Install bubblewrap 0.8.0 or newer',
      }
    case 'forbidden':
      return describeForbidden(obstacle.setting, obstacle.value)
    case 'contained':
      return {
        reason: `this container does not allow it: ${obstacle.message}`,
        fix: 'Start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined, or accept that the container itself is the boundary and set sandbox to off',
      }
    case 'failed':
      return {
        reason: `bubblewrap does not start: ${obstacle.message}`,
        fix: 'Start it by hand to see why: bwrap --ro-bind / / true',
      }
  }
}

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' }

function adviseOnPackage(): string {
  const [apt, dnf, pacman] = ['apt install', 'dnf install', 'pacman -S'].map((command) =>
    elevateCommand(`${command} bubblewrap`),
  )
  return `Install the package bubblewrap: '${apt}', '${dnf}' or '${pacman}'`
}

const ALLOWING: Readonly<Record<KernelSetting, number>> = {
  'kernel.unprivileged_userns_clone': 1,
  'user.max_user_namespaces': 15_000,
  'kernel.apparmor_restrict_unprivileged_userns': 0,
}

function describeForbidden(setting: KernelSetting, value: number): DescribedObstacle {
  const profile =
    setting === 'kernel.apparmor_restrict_unprivileged_userns'
      ? 'Install an AppArmor profile for bwrap (package apparmor-profiles, file bwrap-userns-restrict), or run: '
      : 'Run: '
  return {
    reason: `the kernel does not let you create user namespaces (${setting} is ${value})`,
    fix: `${profile}sudo sysctl -w ${setting}=${ALLOWING[setting]}`,
  }
}
