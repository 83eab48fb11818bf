import { NO_NAMES, NO_REQUIREMENTS, type Requirements } from '../../skill/metadata/requirements.js'
import { ownText } from '../record/kept-text.js'

/** Replaces equal requirements with one object: few are distinct, and each is assessed once. */
export function internRequirements(requirements: Requirements, known: Map<string, Requirements>): Requirements {
  if (requirements === NO_REQUIREMENTS) return requirements
  const key = keyOf(requirements)
  const earlier = known.get(key)
  if (earlier !== undefined) return earlier
  const own = ownRequirements(requirements)
  known.set(key, own)
  return own
}

/** Copies the names: a substring keeps its whole text in memory. */
function ownRequirements(requirements: Requirements): Requirements {
  const { bins, anyBins, env, config, os, arch, tools, skills } = requirements
  return {
    ...requirements,
    bins: ownNames(bins),
    anyBins: ownNames(anyBins),
    env: ownNames(env),
    config: ownNames(config),
    os: ownNames(os),
    arch: ownNames(arch),
    tools: ownNames(tools),
    skills: ownNames(skills),
  }
}

function ownNames(names: readonly string[]): readonly string[] {
  return names.length === 0 ? NO_NAMES : names.map(ownText)
}

/**
 * Returns equal texts for equal requirements. No name contains a control character, so lists cannot run together. Each starts
 * with a line end, so that no text out of a file is one of them.
 */
function keyOf(requirements: Requirements): string {
  const { bins, anyBins, env, config, os, arch, tools, skills, always, primaryEnv, skillKey } = requirements
  const usual = `\n${bins.join('\t')}\n${env.join('\t')}\n${os.join('\t')}\n${primaryEnv}\n${always}`
  if (anyBins.length + config.length + arch.length + tools.length + skills.length === 0) return `${usual}\n${skillKey}`
  return `${usual}\n${skillKey}\n${JSON.stringify([anyBins, config, arch, tools, skills])}`
}
