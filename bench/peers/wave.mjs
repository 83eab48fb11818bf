// wave is not on the registry of packages: `--wave FILE` names a module that exports its SkillManager.
import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

export async function prepare({ wave, root, scratch }) {
  const { SkillManager } = await importFile(wave)
  const none = join(scratch, 'none')
  const paths = {
    personalSkillsPath: root,
    personalClaudeSkillsPath: none,
    personalAgentsSkillsPath: none,
    workdir: none,
  }
  return async () => {
    const manager = new SkillManager({ get: () => undefined, has: () => false }, paths)
    await manager.initialize()
    return { count: manager.getAvailableSkills().length, hold: manager }
  }
}
