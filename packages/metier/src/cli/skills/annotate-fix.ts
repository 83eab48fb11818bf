import { composeKey } from '../../manager/settings/setting-key.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { isVariableName } from '../../skill/metadata/requirements.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { captureEnvironment } from '../../system/environment.js'
import { guessFixes } from './guess-fixes.js'

/** A command as a person copies it, with a remark where the program that it starts with is not here either. */
function annotateFix(command: string): string {
  const program = programOf(command)
  return isHere(program) ? command : `${command}  # ${program} is not installed here`
}

/** The commands of which the program is here; where none is, the first one. */
export function usableFixes(commands: readonly string[]): readonly string[] {
  const usable = commands.filter((command) => isHere(programOf(command)))
  return usable.length > 0 ? usable : commands.slice(0, 1)
}

/** What is known of a skill that lacks something. */
type Lacking = Pick<RegisteredSkill, 'fixes' | 'missing' | 'settingsKey'>

/** What a person is offered for what is missing: the skill's own commands, and a guess where none of them can be run here. */
export function helpFor({ fixes, missing, settingsKey }: Lacking): readonly string[] {
  const own = fixes.map(annotateFix)
  // On a machine that the skill is not for, nothing would help.
  if (missing.os.length > 0 || missing.arch !== undefined) return own
  const isHelped = fixes.some((command) => programOf(command) !== OURSELVES && isHere(programOf(command)))
  const wanted = [...missing.bins, ...(missing.anyBins?.slice(0, 1) ?? [])]
  const guesses = isHelped ? [] : guessFixes(wanted, captureEnvironment().hasBinary)
  return [...guesses, ...own, ...exportsOf(missing.env), ...settingsFor(missing.config ?? [], settingsKey)]
}

/** Variables have no command in the contract's answers, but a person can copy one. */
function exportsOf(variables: readonly string[]): readonly string[] {
  return variables.filter(isVariableName).map((variable) => `export ${variable}=…`)
}

/** Nor have settings, which stand in the skill's own entry. */
function settingsFor(paths: readonly string[], settingsKey: string): readonly string[] {
  return (
    paths
      // Only what the words of a key can say.
      .filter((path) => SETTING_PATH.test(path) && !settingsKey.includes('"'))
      .map((path) => composeKey(['skills', 'entries', settingsKey, 'config', ...path.split('.')]))
      .map((key) => `metier config set ${quoteForShell(key)} …`)
  )
}

const SETTING_PATH = /^[\w-]+(?:\.[\w-]+)*$/

function programOf(command: string): string {
  return command.split(' ', 1)[0] ?? ''
}

/** Whoever reads this has it, whatever PATH says. */
const OURSELVES = 'metier'

function isHere(program: string): boolean {
  return program === OURSELVES || !/^[\w.-]+$/.test(program) || captureEnvironment().hasBinary(program)
}
