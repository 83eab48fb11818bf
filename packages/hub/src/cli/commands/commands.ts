/** Every command, in the order of the help. */

import type { HubCommand } from '../command.js'
import { auditLogCommand } from './audit-log.js'
import { backupCommand } from './backup.js'
import { doctorCommand } from './doctor.js'
import { exportCommand } from './export.js'
import { importCommand } from './import.js'
import { keyCommand } from './key.js'
import { migrateCommand } from './migrate.js'
import { rescanCommand } from './rescan.js'
import { restoreCommand } from './restore.js'
import { serveCommand } from './serve.js'
import { tokenCommand } from './token.js'

export const COMMANDS: readonly HubCommand[] = [
  serveCommand,
  migrateCommand,
  importCommand,
  exportCommand,
  tokenCommand,
  keyCommand,
  rescanCommand,
  auditLogCommand,
  backupCommand,
  restoreCommand,
  doctorCommand,
]
