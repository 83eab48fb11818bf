/** Every command, in the order of the help. */

import type { HubCommand } from '../command.js'
import { serveCommand } from './serve.js'

export const COMMANDS: readonly HubCommand[] = [serveCommand]
