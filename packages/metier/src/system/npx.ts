/** Whether `npx` or `npm exec` started this process, so that its program may not be on the PATH of the user's shell. */
export function isStartedByNpx(): boolean {
  const { npm_command: command, npm_lifecycle_event: event } = process.env
  return command === 'exec' && event === 'npx'
}
