/** Progress notifications for clients that asked for them. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerContext } from '@modelcontextprotocol/server'
import type { Model } from '../../gate/reviewer/model.js'
import type { SkillManager } from '../../manager/skill-manager.js'
import type { Progress } from '../../sources/source.js'
import { overlayManager } from '../../workspace/skill-manager-view.js'

/** Reports the progress of calls. */
export interface ProgressReports {
  /** Runs a call whose progress is reported. */
  run<T>(context: ServerContext, work: () => Promise<T>): Promise<T>
  /** Reports a step of the current call. */
  report(step: Pick<Progress, 'phase' | 'message'>): void
}

/** Creates one for the whole process: a step belongs to the call in which it is reported. */
export function createProgressReports(): ProgressReports {
  const calls = new AsyncLocalStorage<(message: string) => void>()
  return {
    run: (context, work) => calls.run(createReport(context), work),
    report: ({ phase, message }) => calls.getStore()?.(`${phase}: ${message}`),
  }
}

function createReport({ mcpReq }: ServerContext): (message: string) => void {
  const { progressToken } = mcpReq._meta ?? {}
  let progress = 0
  return (message) => {
    if (progressToken === undefined || mcpReq.signal.aborted) return
    progress++
    const params = { progressToken, progress, message }
    // If the client has disconnected, the call still continues.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}

type LongOperations = Pick<SkillManager, 'install' | 'update' | 'rollback' | 'remove' | 'verify' | 'audit'>

/** A view of a manager whose long operations report their progress, and whose reviewer may be the client's model. */
export function withProgress(manager: SkillManager, { report }: ProgressReports, sampling: Model): SkillManager {
  const onProgress = (progress: Progress) => report(progress)
  return overlayManager<LongOperations>(manager, {
    install: (request) => manager.install({ ...request, onProgress, sampling }),
    update: (name, options) => manager.update(name, { ...options, onProgress, sampling }),
    rollback: (name, options) => manager.rollback(name, { ...options, onProgress, sampling }),
    remove: (name, options) => manager.remove(name, { ...options, onProgress }),
    verify: (options) => manager.verify({ ...options, onProgress }),
    audit: async (name, options) => {
      report({ phase: 'scan', message: `Scanning ${name}` })
      const answer = await manager.audit(name, options)
      report({ phase: 'scan', message: `Scanned ${name}` })
      return answer
    },
  })
}
