/** Something that changes the hub. Nothing is shown before the hub has said that it happened. */

import { useCallback, useRef, useState } from 'react'
import { announce, announceTrouble } from '../../parts/announce.js'
import { refreshAll } from './answers.js'
import type { HubActionName, HubAnswered, HubInput } from './api.js'
import { ask, type HubProblem } from './client.js'

export interface HubAction<Name extends HubActionName> {
  /** Sends the request once; a second call while it runs is ignored. Says the sentence if it worked. */
  readonly run: (input: HubInput<Name>, success?: string) => Promise<HubAnswered<Name> | undefined>
  readonly isRunning: boolean
  readonly problem: HubProblem | undefined
}

export function useAction<Name extends HubActionName>(name: Name): HubAction<Name> {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<HubProblem>()
  const isBusy = useRef(false)
  const run = useCallback(
    async (input: HubInput<Name>, success?: string) => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setRunning(true)
      const outcome = await ask(name, input)
      isBusy.current = false
      setRunning(false)
      setProblem(outcome.ok ? undefined : outcome.problem)
      if (!outcome.ok) announceTrouble(outcome.problem.message)
      else if (success !== undefined) announce(success)
      if (outcome.ok) refreshAll()
      return outcome.ok ? outcome.value : undefined
    },
    [name],
  )
  return { run, isRunning, problem }
}
