/** Whether something goes to a place that only the user knows: one that they name in a variable or an argument. */

import type { Evidence } from '../evidence.js'
import type { Flow } from '../flow/flow.js'

/** The target of a copy, a repository or an address, as a variable or an argument of the script. */
const CHOSEN =
  /(?:[\w.$"{}-]{0,60}@)?["']?\$\{?(\w{1,60})(?::?[-?=][^}\n]{0,80})?\}?["']?:|\b(?:-r|--repo|https?:\/\/)["' =]{0,2}\$\{?(\w{1,60})|\bRESTIC_REPOSITORY\b|\bBORG_REPO\b/g

/** Nothing in the skill sets the variable to a value of its own. */
export function isUsersPlace({ address, segment, at }: Flow, evidence: Evidence): boolean {
  if (address !== undefined || segment.language !== 'shell') return false
  const end = segment.text.indexOf('\n', at)
  const line = segment.text.slice(segment.text.lastIndexOf('\n', at - 1) + 1, end < 0 ? undefined : end).slice(0, 1000)
  const targets = [...line.matchAll(CHOSEN)].flatMap(([, copied, named]) => copied ?? named ?? [])
  return targets.length > 0 && targets.every((name) => !isSet(name, evidence))
}

/** A value other than an argument, an answer of the user, or a reminder to fill it in. */
function isSet(name: string, { files }: Evidence): boolean {
  const setting = new RegExp(
    `(?:^|[\\s;&(])${name}\\s{0,2}[:=]\\s{0,2}["']?(?!["'\\s]|\\$\\{?(?:[\\d@*]|${name})|<|your|my|user@|example)\\S`,
    'im',
  )
  return /^\d$/.test(name) ? false : files.some(({ text }) => text !== undefined && setting.test(text))
}
