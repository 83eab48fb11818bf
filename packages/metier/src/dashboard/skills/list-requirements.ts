/** The requirements of a skill as a checklist. */

import type { MissingRequirements } from '../../eligibility/assess.js'
import { type RequirementKind, type Requirements, UNREADABLE } from '../../skill/metadata/requirements.js'
import type { RequirementView } from '../api/skill.js'

/** Kinds of which every name is needed, and kinds of which one is enough. */
const EACH = { bins: 'bin', env: 'env', config: 'config', tools: 'tool', skills: 'skill' } as const
const ANY = { anyBins: 'any_bin', os: 'os', arch: 'arch' } as const

export function listRequirements(requirements: Requirements, missing: MissingRequirements): readonly RequirementView[] {
  const each = kindsOf(EACH).flatMap((kind) =>
    requirements[kind].map((name): RequirementView => {
      const isMet = !missing[kind].includes(name)
      return name === UNREADABLE ? { kind: 'unreadable', names: [], isMet } : { kind: EACH[kind], names: [name], isMet }
    }),
  )
  const any = kindsOf(ANY).flatMap((kind): readonly RequirementView[] => {
    const names = requirements[kind]
    return names.length === 0 ? [] : [{ kind: ANY[kind], names, isMet: missing[kind].length === 0 }]
  })
  return [...any, ...each]
}

function kindsOf<Kind extends RequirementKind>(kinds: Readonly<Record<Kind, string>>): readonly Kind[] {
  return Object.keys(kinds) as Kind[]
}
