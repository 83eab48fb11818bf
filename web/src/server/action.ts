import { useCallback, useRef, useState } from 'react'
import { announce, announceTrouble } from '../parts/announce.js'
import { refreshAll } from './answers.js'
import { type ActionName, type Answered, type Input, type Problem, request } from './client.js'

export interface Action<Name extends ActionName> {
  readonly run: (input: Input<Name>) => Promise<Answered<Name> | undefined>
  readonly isRunning: boolean
  /** The latest answer, or why there is none. */
  readonly answer: Answered<Name> | undefined
  readonly problem: Problem | undefined
  readonly clear: () => void
}

/** Something that changes the server's state. Nothing is shown before the server has said that it happened. */
export function useAction<Name extends ActionName>(name: Name): Action<Name> {
  const [isRunning, setRunning] = useState(false)
  const [outcome, setOutcome] = useState<{ answer?: Answered<Name>; problem?: Problem }>({})
  const isBusy = useRef(false)
  const run = useCallback(
    async (input: Input<Name>) => {
      if (isBusy.current) return undefined
      isBusy.current = true
      setRunning(true)
      const result = await request(name, input)
      isBusy.current = false
      setRunning(false)
      setOutcome(result.ok ? { answer: result.value } : { problem: result.problem })
      report(result.ok ? result.value : undefined, result.ok ? undefined : result.problem)
      // An event may come as well, but what was changed here is shown whether or not one does.
      if (result.ok) refreshAll()
      return result.ok ? result.value : undefined
    },
    [name],
  )
  const clear = useCallback(() => setOutcome({}), [])
  return { run, isRunning, answer: outcome.answer, problem: outcome.problem, clear }
}

function report(answer: unknown, problem: Problem | undefined): void {
  if (problem !== undefined) announceTrouble(problem.message)
  else if (hasMessage(answer)) announce(answer.message)
}

function hasMessage(answer: unknown): answer is { readonly message: string } {
  return typeof answer === 'object' && answer !== null && 'message' in answer && typeof answer.message === 'string'
}
