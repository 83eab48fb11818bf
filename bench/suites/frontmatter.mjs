// The frontmatter reader: bar 11.
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Reading frontmatter'

export function run(context) {
  const root = context.realSkills() ?? context.tree(1_000)
  const parameters = { internals: context.internals(), root }
  const one = context
    .takeTurns([{ name: 'reader', program: 'frontmatter', parameters }], { rounds: context.fewRounds(5) })
    .get('reader')
  const ratio = (field) => format(one.of(field) / one.of('jsonUs'))
  const rows = [
    ['JSON.parse of the same data', '-', format(one.of('jsonUs')), '1', percent(one.noise('jsonUs'))],
    [
      'our reader',
      format(one.of('firstUs')),
      format(one.of('readerUs')),
      ratio('readerUs'),
      percent(one.noise('readerUs')),
    ],
    ['yaml', '-', format(one.of('yamlUs')), ratio('yamlUs'), percent(one.noise('yamlUs'))],
  ]
  const caption = `${format(one.of('valid'))} valid of ${format(one.of('texts'))} frontmatters${context.realSkills() ? ' of the real corpus' : ', synthetic'}`
  return {
    tables: [{ caption, head: ['parser', 'first µs', 'warm µs', 'x JSON.parse', 'noise'], rows }],
    figures: [
      figure({
        bar: 11,
        what: 'reader over JSON.parse, warm',
        value: one.of('readerUs') / one.of('jsonUs'),
        unit: 'x',
        limit: 2.2,
        noise: one.noise('jsonUs'),
      }),
      figure({
        bar: 11,
        what: 'valid frontmatters read without yaml',
        value: one.of('takenShare'),
        unit: '%',
        limit: 98.5,
        better: 'higher',
        isExact: true,
      }),
      figure({ bar: 11, what: 'differences from yaml', value: one.of('different'), unit: '', limit: 0, isExact: true }),
    ],
    notes: ['differences on 100,000 mutants: npm run eval:frontmatter -- --corpus DIR --mutants 100000'],
  }
}
