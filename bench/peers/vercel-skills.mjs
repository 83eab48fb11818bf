import { join } from 'node:path'
import { exposeFunction } from './expose.mjs'

export async function prepare({ compat, root, scratch }) {
  const dist = join(compat, 'node_modules/skills/dist')
  const discoverSkills = await exposeFunction({
    file: join(dist, 'cli.mjs'),
    start: /^main\(\);/m,
    name: 'discoverSkills',
    scratch,
    beside: { _chunks: join(dist, '_chunks') },
  })
  return async () => {
    const skills = await discoverSkills(root)
    return { count: skills.length, hold: skills }
  }
}
