import type { SandboxStatus } from '../../system/sandbox/sandbox-status.js'
import { bubblewrap } from './bubblewrap.js'
import type { Sandbox } from './sandbox.js'

/** One per operating system. Where there is none, programs of skills run without a sandbox, and Metier says so. */
const SANDBOXES: readonly Sandbox[] = [bubblewrap]

export interface FoundSandbox {
  readonly sandbox: Sandbox | undefined
  readonly status: SandboxStatus
}

/** The sandbox of this machine, tried out on first use. Its program is not taken from the directories in `outside`. */
export async function findSandbox(
  outside: readonly string[],
  system: string = process.platform,
): Promise<FoundSandbox> {
  const sandbox = SANDBOXES.find(({ platform }) => platform === system)
  const status: SandboxStatus =
    sandbox === undefined
      ? { isUsable: false, obstacle: { kind: 'unsupported', system } }
      : await sandbox.tryOut(outside)
  return { sandbox, status }
}
