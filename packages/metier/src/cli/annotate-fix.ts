import { isVariableName } from '../skill/requirements.js'
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

function programOf(command: string): string {
  return command.split(' ', 1)[0] ?? ''
}

function isHere(program: string): boolean {
  return !/^[\w.-]+$/.test(program) || captureEnvironment().hasBinary(program)
}
