// clawhub lists the folders of skills; it reads no frontmatter.
import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const { findSkillFolders } = await importFile(join(compat, 'node_modules/clawhub/dist/cli/scanSkills.js'))
  return async () => {
    const skills = await findSkillFolders(root)
    return { count: skills.length, hold: skills }
  }
}
