// Tools that come and go: what is registered but not active must cost nothing.
import { figure, format } from '../lib/figures.mjs'

export const title = 'Workspace: availability, switch and call'

const SIZES = [
  { tools: 100, skills: 10 },
  { tools: 1_000, skills: 100 },
  { tools: 10_000, skills: 1_000 },
]

export function run(context) {
  const { dist } = context
  const nameOf = ({ tools, skills }) => `${tools.toLocaleString('en')} tools, ${skills.toLocaleString('en')} skills`
  const series = context.takeTurns(
    SIZES.map((size) => ({ name: nameOf(size), program: 'workspace', parameters: { dist, ...size } })),
  )
  const fields = ['availableUs', 'absentUs', 'sourceUs', 'switchUs', 'callUs', 'bareUs', 'listUs']
  const rows = SIZES.map((size) => [nameOf(size), ...fields.map((field) => format(series.get(nameOf(size)).of(field)))])
  const [small, , large] = SIZES.map((size) => series.get(nameOf(size)))
  const overhead = large.of('callUs') - large.of('bareUs')
  const growth = (field) => large.of(field) / small.of(field)
  return {
    tables: [
      {
        caption: 'microseconds; every skill has 5 tools, one skill is active, a bare call awaits the function itself',
        head: ['registered', 'available', 'absent', 'source', 'switch', 'call', 'bare call', 'list all'],
        rows,
      },
    ],
    figures: [
      figure({
        bar: 'V-27',
        what: 'callTool beyond the tool itself, 10,000 tools',
        value: overhead,
        unit: 'µs',
        limit: 20,
      }),
      figure({
        bar: 'V-16',
        what: 'isToolAvailable, 10,000 tools',
        value: large.of('availableUs'),
        unit: 'µs',
        limit: 5,
      }),
      figure({
        bar: 'V-25',
        what: 'switch of skills, 1,000 skills against 10',
        value: growth('switchUs'),
        unit: 'x',
        limit: 1.5,
      }),
    ],
  }
}
