import { expect, test } from 'vitest'
import type { MachineReport } from '../../../../src/cli/commands/doctor/examine-machine.js'
import { composeExamination } from '../../../../src/cli/commands/doctor/lines.js'
import { composeLines } from '../../../../src/cli/terminal/lines.js'

test('for what cannot be read, doctor gives the command that shows who may', () => {
  const place = { file: '/root of one/pdf/SKILL.md', line: 1, column: 1, message: 'it cannot be read' }
  const problem = { code: 'file_unreadable', severity: 'error', summary: 'x', count: 1, places: [place] } as const
  const examination: MachineReport = {
    ok: false,
    roots: [],
    configuration: [],
    index: { file: null, status: 'off' },
    installed: { skills: 0, drifted: [], revoked: [], errors: [] },
    sandbox: { mode: 'off', status: 'off', program: null, attempts: [], reason: null, fix: null, isFault: false },
    agents: [],
    problems: [problem],
    shadowed: [],
    ineligible: [],
    disabled: [],
    off: [],
    nested: [],
    empty: [],
    overlaps: [],
    summary: { skills: 0, eligible: 0, ineligible: 0, disabled: 0, shadowed: 0, errors: 1, warnings: 0, notices: 0 },
  }
  expect(composeLines(composeExamination(examination), false)).toContain(
    "ls -ld '/root of one/pdf' '/root of one/pdf/SKILL.md'  # shows who can read it",
  )
})
