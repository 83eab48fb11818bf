// Which of many skills can be used here: after discovery, and again after PATH has changed.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { delimiter, join } from 'node:path'
import { importMetier, managerOptions } from '../lib/metier.mjs'
import { importFile } from '../lib/modules.mjs'

export async function measure({ dist, internals, path, laterPath, ...place }) {
  const started = countProcesses()
  const assessed = await assess({ internals, path, laterPath, root: place.root })
  const { SkillManager } = await importMetier(dist)
  const variables = { PATH: path.join(delimiter) }
  const manager = await SkillManager.open({ ...managerOptions(place), environment: { variables } })
  const start = performance.now()
  const usable = manager.getAvailableSkills().length
  return { ...assessed, publicMs: performance.now() - start, usable, processes: started() }
}

/** The assessment alone, as the manager composes it. */
async function assess({ internals, path, laterPath, root }) {
  const { discoverSkills } = await importFile(join(internals, 'registry/walk/discover.js'))
  const { createAssessor } = await importFile(join(internals, 'registry/assessor.js'))
  const { captureEnvironment } = await importFile(join(internals, 'system/environment.js'))
  const { LIMITS } = await importFile(join(internals, 'skill/limits.js'))
  const roots = [{ path: root, scope: 'project', isExplicit: true }]
  const [{ records }] = await discoverSkills(roots, { limits: LIMITS, strict: false })
  const assessAll = (environment) => {
    const assessor = createAssessor(records, { ...environment, hasSkill: () => false }, new Map())
    return records.filter((record) => assessor.isEligible(record)).length
  }
  const start = performance.now()
  const environment = captureEnvironment({ variables: { PATH: path.join(delimiter) } })
  const eligible = assessAll(environment)
  const between = performance.now()
  const eligibleLater = assessAll(environment.refresh({ variables: { PATH: laterPath.join(delimiter) } }))
  return { firstMs: between - start, againMs: performance.now() - between, eligible, eligibleLater }
}

/** Counts the processes that are started from now on. */
function countProcesses() {
  let count = 0
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
    const original = childProcess[name]
    childProcess[name] = (...words) => {
      count++
      return original(...words)
    }
  }
  syncBuiltinESMExports()
  return () => count
}
