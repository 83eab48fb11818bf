/** Skills that wait next to a project to be installed. */

import { type Machine, runJson, runMetier, skillText, type useMetier } from './run-metier.js'

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

const TWO_OFFERED = {
  'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'offered/docx/SKILL.md': skillText('docx', 'Reads documents'),
}

/** A machine with both skills in the user's own root, or in the project's. */
export async function createBoth(metier: ReturnType<typeof useMetier>, ...words: readonly string[]): Promise<Machine> {
  const machine = metier.create(TWO_OFFERED)
  await runMetier(machine, 'install', '--all', '--from', 'local:offered', ...words)
  return machine
}
