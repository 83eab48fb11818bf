// Every scenario, by theme.
import { hasTerminal } from './run-program.mjs'
import { AUTHORING } from './scenarios/authoring.mjs'
import { CALLS } from './scenarios/calls.mjs'
import { CLIENTS } from './scenarios/clients.mjs'
import { HELP } from './scenarios/help.mjs'
import { HOSTS } from './scenarios/hosts.mjs'
import { MCP } from './scenarios/mcp.mjs'
import { MISUSE } from './scenarios/misuse.mjs'
import { REGISTRY } from './scenarios/registry.mjs'
import { REMOTE } from './scenarios/remote.mjs'
import { SETTINGS } from './scenarios/settings.mjs'
import { STORE } from './scenarios/store.mjs'
import { TERMINAL } from './scenarios/terminal.mjs'
import { TYPES } from './scenarios/types.mjs'
import { WORKING } from './scenarios/working.mjs'

export const SCENARIOS = [
  ...HELP,
  ...REGISTRY,
  ...AUTHORING,
  ...STORE,
  ...REMOTE,
  ...SETTINGS,
  ...CALLS,
  ...WORKING,
  ...CLIENTS,
  ...MCP,
  ...HOSTS,
  ...MISUSE,
  ...TYPES,
  // Without the program that makes terminals they are left out.
  ...(hasTerminal ? TERMINAL : []),
]
