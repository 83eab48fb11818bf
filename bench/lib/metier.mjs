// Opening our own manager on a tree, with nothing of this machine's user in it but PATH.
import { join } from 'node:path'
import { importFile } from './modules.mjs'

export async function importMetier(dist) {
  return importFile(join(dist, 'index.js'))
}

export function managerOptions({ root, scratch, index = false }) {
  return { workdir: scratch, home: scratch, roots: [{ path: root }], index }
}

export async function openManager({ dist, ...place }) {
  const { SkillManager } = await importMetier(dist)
  return SkillManager.open(managerOptions(place))
}
