/** The end of a workspace: once it is closed, nothing of a skill starts any more. */

import { fail } from '../../skill/failure.js'
import type { SkillSwitch } from './switch-skills.js'

/** A switch that refuses further activations once it is closed. */
export interface ClosableSwitch extends SkillSwitch {
  /** Whether everything has ended. Until then, the hooks of skills may call tools. */
  readonly isClosed: boolean
}

/** Adds that to a switch. */
export function createClosableSwitch(inner: SkillSwitch): ClosableSwitch {
  let [isClosing, isClosed] = [false, false]
  return {
    get isClosed() {
      return isClosed
    },
    activate: (name, options) => (isClosing ? Promise.resolve(refuseClosed(name)) : inner.activate(name, options)),
    deactivate: inner.deactivate,
    close: async () => {
      isClosing = true
      await inner.close()
      isClosed = true
    },
  }
}

function refuseClosed(name: string) {
  const message = `Skill '${name}' could not be activated: the workspace is closed`
  return fail('system_error', message, ['Create another workspace'])
}
