/** Every command by name. A new one is a file in `commands/` and a line here. */

import type { CommandEntry } from './command.js'

export const COMMANDS: readonly CommandEntry[] = [
  { name: 'list', summary: 'show the skills and which can be used here', load: () => import('./commands/list.js') },
  { name: 'info', summary: 'show everything about one skill', load: () => import('./commands/info.js') },
  {
    name: 'check',
    summary: 'say why a skill cannot be used, and what would help',
    load: () => import('./commands/check.js'),
  },
  {
    name: 'reload',
    summary: 'look at everything again and say what changed',
    load: () => import('./commands/reload.js'),
  },
  { name: 'search', summary: 'find skills by what they do', load: () => import('./commands/search.js') },
  {
    name: 'validate',
    summary: 'say what is wrong with skills, and mend it',
    load: () => import('./commands/validate.js'),
  },
  { name: 'new', summary: 'begin a skill', load: () => import('./commands/new.js') },
  {
    name: 'test',
    summary: 'test whether skills are found by what they are for',
    load: () => import('./commands/test.js'),
  },
  { name: 'enable', summary: 'switch a skill on', load: () => import('./commands/enable.js') },
  { name: 'disable', summary: 'switch a skill off', load: () => import('./commands/disable.js') },
  { name: 'prompt', summary: 'print the skills as a model is shown them', load: () => import('./commands/prompt.js') },
  { name: 'call', summary: 'call a tool as a model would', load: () => import('./commands/call.js') },
  {
    name: 'tools',
    summary: 'print the tool definitions that a model would see',
    load: () => import('./commands/tools.js'),
  },
  {
    name: 'doctor',
    summary: 'say what is wrong on this machine and how to mend it',
    load: () => import('./commands/doctor.js'),
  },
  { name: 'config', summary: 'show and change settings', load: () => import('./commands/config.js') },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    load: () => import('./commands/completion.js'),
  },
  { name: 'help', summary: 'show help', load: () => import('./commands/help.js') },
  {
    name: '__complete',
    summary: 'print what a word could be',
    isHidden: true,
    load: () => import('./commands/complete.js'),
  },
]
