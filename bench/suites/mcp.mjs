// Metier over MCP: how long a client waits for the first answer, and what a list of tools costs. Bar 20.
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'MCP: the first answer, and a list of tools'

const EMPTY = 'an empty server on the same SDK'
const ACTIVE = [0, 10, 100]

export function run(context) {
  const { dist } = context
  const root = context.tree(1_000)
  const program = 'mcp-start'
  const starts = context.takeTurns([
    { name: EMPTY, program, parameters: { words: [join(import.meta.dirname, '../empty-mcp-server.mjs')] } },
    { name: 'metier mcp', program, parameters: { words: [join(dist, 'cli/main.js'), 'mcp', '--root', root] } },
  ])
  const lists = context.takeTurns(
    ACTIVE.map((active) => ({ name: nameOf(active), program: 'mcp-list', parameters: { dist, root, active } })),
  )
  const floor = starts.get(EMPTY)
  const ratio = (one) => one.of('startMs') / floor.of('startMs')
  return {
    tables: [
      {
        caption: 'from the start of the process to the answer to `initialize`; 1,000 skills',
        head: ['server', 'ms', 'x', 'noise'],
        rows: [...starts.values()].map((one) => [
          one.name,
          format(one.of('startMs')),
          format(ratio(one)),
          percent(one.noise('startMs')),
        ]),
      },
      {
        caption: '`tools/list`, three tools a skill',
        head: ['active skills', 'tools', 'first ms', 'ms'],
        rows: ACTIVE.map((active) => {
          const one = lists.get(nameOf(active))
          return [active, one.of('tools'), format(one.of('firstMs')), format(one.of('listMs'))]
        }),
      },
    ],
    figures: [
      figure({
        bar: 20,
        what: '`metier mcp` to its first answer, over an empty server',
        value: ratio(starts.get('metier mcp')),
        unit: 'x',
        limit: 1.3,
        noise: floor.noise('startMs'),
      }),
      figure({
        bar: 20,
        what: '`tools/list` with 10 active skills',
        value: lists.get(nameOf(10)).of('listMs'),
        unit: 'ms',
        limit: 2,
      }),
    ],
  }
}

function nameOf(active) {
  return `${active} active skills`
}
