// Ours: skills found, parsed, validated and assessed; what is held is the manager, which is all that a host holds.
import { processorTime } from '../lib/measure.mjs'
import { importMetier, managerOptions } from '../lib/metier.mjs'

export async function prepare({ dist, diagnose = false, ...place }) {
  const { SkillManager } = await importMetier(dist)
  return async () => {
    const manager = new SkillManager(managerOptions(place))
    await manager.initialize()
    const found = { at: performance.now(), processor: processorTime() }
    // Eligibility and diagnostics are worked out when they are first asked for.
    manager.getAvailableSkills()
    if (diagnose) manager.registry.diagnostics.at(0)
    return {
      found,
      hold: manager,
      get count() {
        return manager.getSkills().length
      },
    }
  }
}
