/** Every command by name. A new one is a file in `commands/` and a line here. */

import type { CommandEntry } from './arguments/command.js'

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'list',
    summary: 'show the skills and which can be used here',
    load: () => import('./commands/list/command.js'),
  },
  { name: 'info', summary: 'show everything about one skill', load: () => import('./commands/info/command.js') },
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
    load: () => import('./commands/validate/command.js'),
  },
  { name: 'audit', summary: 'look for what is dangerous in skills', load: () => import('./commands/audit/command.js') },
  { name: 'new', summary: 'begin a skill', load: () => import('./commands/new.js') },
  {
    name: 'test',
    summary: 'test whether skills are found by what they are for',
    load: () => import('./commands/test/command.js'),
  },
  { name: 'install', summary: 'bring a skill in, verified and whole', load: () => import('./commands/install.js') },
  {
    name: 'update',
    summary: 'bring the newest state of installed skills in',
    load: () => import('./commands/update.js'),
  },
  {
    name: 'outdated',
    summary: 'show which installed skills have something newer',
    load: () => import('./commands/outdated.js'),
  },
  { name: 'remove', summary: 'take an installed skill away', load: () => import('./commands/remove.js') },
  { name: 'rollback', summary: 'put a kept version of a skill back', load: () => import('./commands/rollback.js') },
  {
    name: 'verify',
    summary: 'compare installed skills with the lock, file by file',
    load: () => import('./commands/verify.js'),
  },
  {
    name: 'lock',
    summary: 'show what the lock says, and keep skills at what they are',
    load: () => import('./commands/lock.js'),
  },
  {
    name: 'trust',
    summary: 'trust a source, or show those that are trusted',
    load: () => import('./commands/trust.js'),
  },
  {
    name: 'approve',
    summary: "agree to a skill's tools, servers and allowed tools",
    load: () => import('./commands/approve/command.js'),
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
  { name: 'stats', summary: 'show how skills and their tools were used', load: () => import('./commands/stats.js') },
  {
    name: 'doctor',
    summary: 'say what is wrong on this machine and how to mend it',
    load: () => import('./commands/doctor/command.js'),
  },
  {
    name: 'migrate',
    summary: "take over what other installers' locks say",
    load: () => import('./commands/migrate.js'),
  },
  { name: 'config', summary: 'show and change settings', load: () => import('./commands/config/command.js') },
  {
    name: 'mcp',
    summary: 'serve skills to an MCP client on standard input and output, or set a client up',
    load: () => import('./commands/mcp/command.js'),
  },
  { name: 'serve', summary: 'serve skills to MCP clients over HTTP', load: () => import('./commands/serve.js') },
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
