/** A skill that waits beside a project to be installed. */

import { type Machine, runJson, skillText, type useMetier } from './run-metier.js'

export const OFFERED = {
  'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'offered/pdf/scripts/run.sh': 'echo 1\n',
}

/** A machine that has it in its home already. */
export async function createInstalled(
  metier: ReturnType<typeof useMetier>,
  files: Readonly<Record<string, string>> = OFFERED,
): Promise<Machine> {
  const machine = metier.create(files)
  await runJson(machine, 'install', 'pdf', '--from', 'local:offered')
  return machine
}
