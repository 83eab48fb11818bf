// Installing a skill of 500 files, against copying the same files with fsync and nothing else.
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Installing a skill'

const FILES = 500

export function run(context) {
  const cases = ['copy', 'metier'].map((who) => ({
    name: who === 'copy' ? 'floor: copy with fsync' : who,
    program: 'install',
    parameters: { who, files: FILES, dist: context.dist },
  }))
  const series = context.takeTurns(cases, { rounds: context.fewRounds(7) })
  const [floor, ours] = [series.get('floor: copy with fsync'), series.get('metier')]
  const rows = [...series.values()].map((one) => [
    one.name,
    format(one.of('wallMs')),
    format(one.of('cpuMs')),
    percent(one.noise('wallMs')),
    format(one.of('wallMs') / floor.of('wallMs')),
  ])
  const value = ours.of('wallMs') / floor.of('wallMs')
  const what = `installing ${FILES} files over copying them with fsync`
  return {
    tables: [{ caption: `${FILES} files`, head: ['who', 'ms', 'CPU ms', 'noise', 'x copy'], rows }],
    figures: [figure({ bar: 'install', what, value, unit: 'x', limit: 3, noise: floor.noise('wallMs') })],
  }
}
