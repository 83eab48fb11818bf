import { basename, dirname, join } from 'node:path'
import { importFile, silenceConsole } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const file = join(compat, 'node_modules/@mastra/core/dist/workspace/index.js')
  const { Workspace, LocalFilesystem } = await importFile(file)
  silenceConsole()
  return async () => {
    const filesystem = new LocalFilesystem({ basePath: dirname(root) })
    const workspace = new Workspace({ filesystem, skills: [basename(root)] })
    const skills = await workspace.skills.list()
    return { count: skills.length, hold: workspace }
  }
}
