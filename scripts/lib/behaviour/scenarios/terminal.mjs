// Texts at the width of a terminal, in colour, and questions that a person answers.
import { offeredIn } from '../fixtures/offered.mjs'
import { BROKEN, PERSONAL, SUSPECT, TOOLED, WORKSHOP } from '../fixtures/skills.mjs'
import { metier, scenario, terminal, terminalWith, tree } from '../steps.mjs'
import { HELP_WIDTHS } from './help.mjs'

const MACHINE = { project: { ...WORKSHOP, ...TOOLED, ...BROKEN, ...SUSPECT, ...offeredIn('offered') }, home: PERSONAL }
const WIDTHS = [40, 72, 100, 160]
const COLOUR = { columns: 80, variables: { NO_COLOR: '' } }

/** The same command at every width. */
function widths(...words) {
  return WIDTHS.map((columns) => terminal(columns, ...words))
}

export const TERMINAL = [
  ...HELP_WIDTHS,
  scenario('terminal/list', MACHINE, ...widths('list')),
  scenario('terminal/list-verbose', MACHINE, ...widths('list', '--verbose')),
  scenario('terminal/info', MACHINE, ...widths('info', 'wish-sorter'), terminal(60, 'info', 'video-clips')),
  scenario('terminal/check', MACHINE, ...widths('check', 'video-clips')),
  scenario('terminal/search', MACHINE, ...widths('search', 'notes')),
  scenario('terminal/validate', MACHINE, ...widths('validate', 'skills')),
  scenario('terminal/audit', MACHINE, ...widths('audit', 'suspect')),
  // The name of the index is not always as long; at these widths no line ends beside it.
  scenario('terminal/doctor', MACHINE, terminal(40, 'doctor'), terminal(60, 'doctor'), terminal(160, 'doctor')),
  scenario('terminal/config', MACHINE, ...widths('config', 'list')),
  scenario('terminal/lock', MACHINE, metier('install', 'letter', '--from', 'local:offered'), ...widths('lock')),
  scenario(
    'terminal/misuse',
    MACHINE,
    terminalWith({ columns: 30, isWhole: true }, 'info', 'meeting-note'),
    terminalWith({ columns: 30, isWhole: true }, 'lst'),
  ),
  scenario('terminal/colour-list', MACHINE, terminalWith(COLOUR, 'list')),
  scenario(
    'terminal/colour-info',
    MACHINE,
    terminalWith(COLOUR, 'info', 'video-clips'),
    terminalWith(COLOUR, 'info', 'video-clips', '--no-color'),
  ),
  scenario(
    'terminal/colour-audit',
    MACHINE,
    terminalWith(COLOUR, 'audit', 'suspect'),
    terminalWith(COLOUR, 'validate', 'skills'),
  ),
  scenario('terminal/json', MACHINE, terminalWith(COLOUR, 'check', 'video-clips', '--json')),
  scenario(
    'terminal/approve-yes',
    { project: TOOLED },
    terminalWith({ columns: 80, isWhole: true, answers: [['[y/N]', 'y\r']] }, 'approve', 'word-count'),
    tree('home'),
  ),
  scenario(
    'terminal/approve-no',
    { project: TOOLED },
    terminalWith({ columns: 80, isWhole: true, answers: [['[y/N]', 'n\r']] }, 'approve', 'word-count'),
    tree('home'),
  ),
]
