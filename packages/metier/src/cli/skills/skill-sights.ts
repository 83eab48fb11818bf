import type { AgentSight } from '../../store/links/who-sees.js'

/** The agents that see a skill come first. */
export function describeSight(sight: AgentSight): string {
  if (!sight.sees) return `not by ${sight.title}: ${UNSEEN[sight.reason]}`
  const how = sight.how === 'root' ? '' : ` (${sight.how})`
  const also = sight.also === undefined ? '' : `, and again in ${sight.also.join(', ')}`
  return `${sight.title} in ${sight.folder}${how}${also}`
}

const UNSEEN: Readonly<Record<Extract<AgentSight, { sees: false }>['reason'], string>> = {
  not_linked: 'it does not read that directory, and has no link',
  replaced: 'something else has this name in its directory',
  flattened: 'git checked its link out as a text file, because core.symlinks is false',
  nested: 'it reads only the directories directly below the root',
  no_folder: 'it reads no such directory',
}
