// Publishing 100, 300 and 1,000 skills: the time for a skill must not grow with their number. Next to it, only zipping the same files.
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Publishing a site'

const COUNTS = [100, 300, 1000]

export function run(context) {
  const main = join(context.dist, '../bin/metier.cjs')
  const cases = COUNTS.flatMap((skills) =>
    ['metier', 'zip'].map((who) => ({
      name: `${who} ${skills}`,
      program: 'publish',
      parameters: { who, skills, main },
    })),
  )
  const series = context.takeTurns(cases, { rounds: context.fewRounds(3) })
  const each = (who, skills) => series.get(`${who} ${skills}`).of('wallMs') / skills
  const rows = COUNTS.map((skills) => [
    format(skills),
    format(each('metier', skills) * skills),
    format(each('metier', skills)),
    format(each('zip', skills)),
    percent(series.get(`metier ${skills}`).noise('wallMs')),
  ])
  // Of 100 skills, a part is the start of the program.
  const value = each('metier', 1000) / each('metier', 300)
  const noise = series.get('metier 300').noise('wallMs')
  const what = 'publishing: time for a skill of 1,000 over one of 300'
  return {
    tables: [
      {
        caption: 'metier publish, 4 files for each skill, from start to end',
        head: ['skills', 'ms', 'ms for a skill', 'zip: ms for a skill', 'noise'],
        rows,
      },
    ],
    figures: [figure({ bar: 'publish', what, value, unit: 'x', limit: 1.2, noise })],
  }
}
