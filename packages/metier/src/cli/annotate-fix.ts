import { composeKey } from '../manager/setting-key.js'
import type { RegisteredSkill } from '../manager/view.js'
import { isVariableName } from '../skill/requirements.js'
import { quoteForShell } from '../skill/shell-quote.js'
import { captureEnvironment } from '../system/environment.js'

/** A command as a person copies it, with a remark where the program that it starts with is not here either. */
export function annotateFix(command: string): string {
  const program = programOf(command)
  return isHere(program) ? command : `${command}  # ${program} is not installed here`
}

/** The commands of which the program is here; where none is, the first one with a remark. */
export function usableFixes(commands: readonly string[]): readonly string[] {
  const usable = commands.filter((command) => isHere(programOf(command)))
  return usable.length > 0 ? usable : commands.slice(0, 1).map(annotateFix)
}

/** Variables have no command in the contract's answers, but a person can copy one. */
export function exportsOf(variables: readonly string[]): readonly string[] {
  return variables.filter(isVariableName).map((variable) => `export ${variable}=…`)
}

/** What a person could set; on a machine that the skill is not for, nothing would help. */
export function settableFixes({ missing, settingsKey }: RegisteredSkill): readonly string[] {
  const { os, arch = [], env, config = [] } = missing
  if (os.length > 0 || arch.length > 0) return []
  const settings = config
    // Only what the words of a key can say.
    .filter((path) => SETTING_PATH.test(path) && !settingsKey.includes('"'))
    .map((path) => composeKey(['skills', 'entries', settingsKey, 'config', ...path.split('.')]))
  return [...exportsOf(env), ...settings.map((key) => `metier config set ${quoteForShell(key)} …`)]
}

const SETTING_PATH = /^[\w-]+(?:\.[\w-]+)*$/

function programOf(command: string): string {
  return command.split(' ', 1)[0] ?? ''
}

function isHere(program: string): boolean {
  return !/^[\w.-]+$/.test(program) || captureEnvironment().hasBinary(program)
}
