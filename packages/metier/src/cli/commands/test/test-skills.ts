/** Tests the skills of a directory among those of several roots, and finds pairs that would be confused. */

import type { TestedSkill } from '../../../manager/routing/routing-test.js'
import { SkillManager } from '../../../manager/skill-manager.js'
import { isInside } from '../../../system/files/contained-file.js'
import type { Context } from '../../arguments/command.js'

/** What a further test gets, while the skills are open. */
export interface TestedSkills {
  readonly tested: readonly TestedSkill[]
  readonly skills: readonly TestedSkill[]
  readonly readBody: SkillManager['readSkillBody']
}

interface SkillTests<Asked> {
  /** The score from which on a pair is listed; without it, pairs are not looked for. */
  readonly mostOverlap: number | undefined
  readonly ask?: ((skills: TestedSkills) => Promise<Asked>) | undefined
}

export async function testSkills<Asked = undefined>(
  roots: readonly string[],
  folder: string,
  { workdir, signal }: Context,
  { mostOverlap, ask }: SkillTests<Asked>,
) {
  const skills = await SkillManager.open(
    { workdir, roots: roots.map((path) => ({ path })), config: {}, index: false },
    signal,
  )
  const known = skills
    .getSkills()
    .map(({ name, description, path, skillPath }) => ({ name, description, path, skillPath }))
  const tested = known.filter(({ skillPath }) => isInside(skillPath, folder))
  const { reviewCatalogue, testRouting } = await import('../../../manager/routing/routing-test.js')
  const neighbourhood = {
    skills: known,
    search: (query: string, options: { readonly limit: number }) => skills.search(query, options),
  }
  const reports = tested.map((skill) => testRouting(skill, neighbourhood))
  const rivals =
    mostOverlap === undefined ? [] : findRivals(skills, mostOverlap, new Set(tested.map(({ path }) => path)))
  const asked = await ask?.({ tested, skills: known, readBody: (skill) => skills.readSkillBody(skill) })
  await skills.close()
  return { reports, rivals, catalogue: reviewCatalogue(known), asked }
}

/** The pairs with a tested skill that reach a score. */
function findRivals(skills: SkillManager, min: number, tested: ReadonlySet<string>) {
  const found = skills.overlap({ min })
  if ('error' in found) return []
  return [...found.pairs, ...found.copies].filter((pair) => pair.skills.some(({ path }) => tested.has(path)))
}
