/** Commands to copy that would make a skill usable here: its own, guesses, variables and settings. */

import type { Fix } from '../../eligibility/fixes.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { isVariableName } from '../../skill/metadata/requirements.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { elevateCommand } from '../../system/elevate-command.js'
import { captureEnvironment } from '../../system/environment.js'
import { composeKey } from '../settings/setting-key.js'
import { guessFixes, type SuggestedFix } from './guess-fixes.js'

/** The facts about a skill with missing requirements. */
export interface SkillLack extends Pick<RegisteredSkill, 'fixes' | 'missing' | 'settingsKey'> {
  /** The programs that each of the fixes installs, if the caller wants to tell steps from alternatives. */
  readonly installs?: readonly Pick<Fix, 'command' | 'bins'>[]
}

/** Commands that provide missing requirements: the skill's own, and a guess if none of those can run here. */
export function suggestFixes({ fixes, missing, settingsKey, installs = [] }: SkillLack): readonly SuggestedFix[] {
  const own = fixes
    .map((command) => annotateFix(command, installs.find((fix) => fix.command === command)?.bins))
    .map(elevate)
  // No command helps on a platform that the skill does not support.
  if (missing.os.length > 0 || missing.arch !== undefined) return own
  const isHelped = fixes.some((command) => programOf(command) !== OURSELVES && isHere(programOf(command)))
  const wanted = [...missing.bins, ...(missing.anyBins?.slice(0, 1) ?? [])]
  const guesses = isHelped ? [] : guessFixes(wanted, captureEnvironment().hasBinary).map(elevate)
  return [...guesses, ...own, ...exportsOf(missing.env), ...settingsFor(missing.config ?? [], settingsKey)]
}

/** The contract fixes the commands of a skill; the doors show what this user has to type. */
function elevate(fix: SuggestedFix): SuggestedFix {
  return { ...fix, command: elevateCommand(fix.command) }
}

/** The commands whose program is installed; the first command if there are none. */
export function usableFixes(commands: readonly string[]): readonly string[] {
  const usable = commands.filter((command) => isHere(programOf(command)))
  return usable.length > 0 ? usable : commands.slice(0, 1)
}

/** A command to copy, with a remark if its program is not installed either. */
function annotateFix(command: string, bins: readonly string[] | undefined): SuggestedFix {
  const program = programOf(command)
  const remark = isHere(program) ? undefined : `${program} is not installed`
  return { command, ...(remark !== undefined && { remark }), ...(bins !== undefined && { provides: bins }) }
}

/** The contract's answers have no commands for variables; the doors add them. */
function exportsOf(variables: readonly string[]): readonly SuggestedFix[] {
  return variables.filter(isVariableName).map((variable) => ({ command: `export ${variable}=…`, provides: [variable] }))
}

/** The same for settings, which are part of the skill's own entry. */
function settingsFor(paths: readonly string[], settingsKey: string): readonly SuggestedFix[] {
  return (
    paths
      // Only paths that a key can express.
      .filter((path) => SETTING_PATH.test(path) && !settingsKey.includes('"'))
      .map((path) => {
        const key = composeKey(['skills', 'entries', settingsKey, 'config', ...path.split('.')])
        return { command: `metier config set ${quoteForShell(key)} …`, provides: [path] }
      })
  )
}

const SETTING_PATH = /^[\w-]+(?:\.[\w-]+)*$/

function programOf(command: string): string {
  return command.split(' ', 1)[0] ?? ''
}

/** Our own program counts as installed even if it is not on PATH. */
const OURSELVES = 'metier'

function isHere(program: string): boolean {
  return program === OURSELVES || !/^[\w.-]+$/.test(program) || captureEnvironment().hasBinary(program)
}
