// Ours: skills found, parsed, validated and assessed; what is held is the manager, which is all that a host holds.
import { join } from 'node:path'
import { importFile } from '../lib/modules.mjs'

export async function prepare({ dist, root, scratch, index = false }) {
  const { SkillManager } = await importFile(join(dist, 'index.js'))
  return async () => {
    const manager = new SkillManager({ workdir: scratch, home: scratch, roots: [{ path: root }], index })
    await manager.initialize()
    const found = performance.now()
    // Eligibility is worked out when it is first asked for.
    const { length } = manager.getAvailableSkills()
    return { count: manager.list().count, offered: length, found, hold: manager }
  }
}
