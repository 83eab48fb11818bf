import { captureEnvironment } from '../system/environment.js'

/** A command as a person copies it, with a remark where the program that it starts with is not here either. */
export function annotateFix(command: string): string {
  const [program = ''] = command.split(' ', 1)
  const isHere = !/^[\w.-]+$/.test(program) || captureEnvironment().hasBinary(program)
  return isHere ? command : `${command}  # ${program} is not installed here`
}
