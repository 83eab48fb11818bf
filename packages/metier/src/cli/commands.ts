/** All commands by name. A new command is a file in `commands/` and a line here. */

import type { CommandEntry } from './arguments/command.js'

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'list',
    aliases: ['ls'],
    summary: 'List skills and whether they can be used here',
    load: () => import('./commands/list/command.js'),
  },
  { name: 'info', summary: 'Show details of a skill', load: () => import('./commands/info/command.js') },
  {
    name: 'check',
    summary: 'Explain why a skill cannot be used and how to fix it',
    load: () => import('./commands/check.js'),
  },
  {
    name: 'reload',
    summary: 'Scan all skills again and report what changed',
    load: () => import('./commands/reload.js'),
  },
  { name: 'search', summary: 'Search for skills by what they do', load: () => import('./commands/search.js') },
  {
    name: 'overlap',
    summary: 'Show skills that would be confused with each other',
    load: () => import('./commands/overlap/command.js'),
  },
  { name: 'sets', summary: 'Show and change named sets of skills', load: () => import('./commands/sets.js') },
  {
    name: 'validate',
    summary: 'Check skills for mistakes, and optionally fix them',
    load: () => import('./commands/validate/command.js'),
  },
  { name: 'audit', summary: 'Scan skills for dangerous content', load: () => import('./commands/audit/command.js') },
  { name: 'new', summary: 'Create a skill', load: () => import('./commands/new.js') },
  {
    name: 'test',
    summary: 'Test whether the right queries find a skill',
    load: () => import('./commands/test/command.js'),
  },
  { name: 'sign', summary: 'Sign a skill', load: () => import('./commands/sign.js') },
  {
    name: 'ci',
    summary: 'Check all skills of a repository: validate, audit, test, overlap',
    load: () => import('./commands/ci/command.js'),
  },
  {
    name: 'publish',
    summary: 'Publish skills on a hub, or as a static site that every client can read',
    load: () => import('./commands/publish/command.js'),
  },
  { name: 'login', summary: 'Log in to a hub', load: () => import('./commands/login.js') },
  { name: 'logout', summary: 'Forget the token of a hub', load: () => import('./commands/logout.js') },
  { name: 'whoami', summary: 'Show who you are on a hub', load: () => import('./commands/whoami.js') },
  {
    name: 'install',
    aliases: ['add', 'i'],
    summary: 'Install a skill from a registry, repository, archive or directory',
    load: () => import('./commands/install/command.js'),
  },
  {
    name: 'update',
    summary: 'Update installed skills',
    load: () => import('./commands/update.js'),
  },
  {
    name: 'outdated',
    summary: 'Show which installed skills can be updated',
    load: () => import('./commands/outdated.js'),
  },
  {
    name: 'remove',
    aliases: ['rm'],
    summary: 'Remove an installed skill',
    load: () => import('./commands/remove.js'),
  },
  { name: 'rollback', summary: 'Restore an earlier version of a skill', load: () => import('./commands/rollback.js') },
  {
    name: 'verify',
    summary: 'Compare installed skills with the lockfile and ask their sources',
    load: () => import('./commands/verify.js'),
  },
  {
    name: 'lock',
    summary: 'Show installed versions, and pin or unpin skills',
    load: () => import('./commands/lock.js'),
  },
  {
    name: 'link',
    summary: 'Link skills into the directories of agents',
    load: () => import('./commands/link.js'),
  },
  {
    name: 'unlink',
    summary: 'Remove the links of skills for agents',
    load: () => import('./commands/unlink.js'),
  },
  {
    name: 'trust',
    summary: 'Trust a source or a signer, or list what is trusted',
    load: () => import('./commands/trust.js'),
  },
  {
    name: 'approve',
    summary: 'Approve what a skill may run and use',
    load: () => import('./commands/approve/command.js'),
  },
  {
    name: 'sign-in',
    summary: "Sign in to a skill's MCP server with a browser",
    load: () => import('./commands/sign-in.js'),
  },
  {
    name: 'sign-out',
    summary: "Remove the sign-in to a skill's MCP server",
    load: () => import('./commands/sign-out.js'),
  },
  { name: 'enable', summary: 'Enable a skill', load: () => import('./commands/enable.js') },
  { name: 'disable', summary: 'Disable a skill', load: () => import('./commands/disable.js') },
  {
    name: 'prompt',
    summary: 'Print the list of skills for a system prompt',
    load: () => import('./commands/prompt.js'),
  },
  {
    name: 'run',
    summary: "Call a skill's own tool as an agent would",
    load: () => import('./commands/run.js'),
  },
  { name: 'call', summary: 'Call a tool as a model would', load: () => import('./commands/call.js') },
  {
    name: 'tools',
    summary: 'Print the tool definitions that a model gets',
    load: () => import('./commands/tools.js'),
  },
  {
    name: 'stats',
    summary: 'Show how often skills and their tools were used',
    load: () => import('./commands/stats.js'),
  },
  {
    name: 'doctor',
    summary: 'Diagnose problems and suggest fixes',
    load: () => import('./commands/doctor/command.js'),
  },
  {
    name: 'migrate',
    summary: 'Import the lockfiles of other skill installers',
    load: () => import('./commands/migrate.js'),
  },
  { name: 'config', summary: 'Show and change settings', load: () => import('./commands/config/command.js') },
  {
    name: 'mcp',
    summary: 'Serve skills to an MCP client over stdio, or configure a client',
    load: () => import('./commands/mcp/command.js'),
  },
  {
    name: 'serve',
    summary: 'Serve skills to MCP clients over HTTP, with a page to look at them',
    load: () => import('./commands/serve/command.js'),
  },
  {
    name: 'completion',
    summary: 'Print a shell completion script',
    load: () => import('./commands/completion.js'),
  },
  { name: 'help', summary: 'Show help', load: () => import('./commands/help.js') },
  {
    name: '__complete',
    summary: 'Print completions for a word',
    isHidden: true,
    load: () => import('./commands/complete.js'),
  },
]
