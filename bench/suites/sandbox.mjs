// What the sandbox adds to the call of a skill's script. Left out where bubblewrap does not work.
import { isPossible } from '../cases/sandbox.mjs'
import { figure, format } from '../lib/figures.mjs'

export const title = 'Sandbox: a call of a script'

export function run(context) {
  if (!isPossible()) return { notes: ['left out: bubblewrap (bwrap) is not installed or does not work here'] }
  const { dist } = context
  const series = context.takeTurns([{ name: 'call', program: 'sandbox', parameters: { dist } }]).get('call')
  const [bare, sandboxed, alone] = ['bareMs', 'sandboxedMs', 'aloneMs'].map((field) => series.of(field))
  const ratio = sandboxed / bare
  return {
    tables: [
      {
        caption: 'milliseconds for a tool that runs `true`; alone is `bwrap … true` started by hand',
        head: ['bare', 'sandboxed', 'sandboxed over bare', 'bubblewrap alone', 'overhead over that'],
        rows: [
          [format(bare), format(sandboxed), format(ratio, 'x'), format(alone), format((sandboxed - bare) / alone, 'x')],
        ],
      },
    ],
    figures: [
      figure({
        bar: '27',
        what: 'sandboxed call beyond a bare one, over bubblewrap alone',
        value: (sandboxed - bare) / alone,
        unit: 'x',
        limit: 3,
        noise: series.noise('aloneMs'),
      }),
    ],
  }
}
