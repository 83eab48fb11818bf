/** `metier-hub key list|rotate`. */

import { readFile } from 'node:fs/promises'
import type { Database } from '../../database/database.js'
import { listKeys, rotateKey } from '../../keys/signing-keys.js'
import { type CommandIo, DATA_OPTION, type HubCommand, textOption } from '../command.js'
import { withDatabase } from '../open-hub.js'

export const keyCommand: HubCommand = {
  name: 'key',
  usage: 'list|rotate',
  summary: 'Show the keys that sign what the hub serves, or take a new one',
  options: {
    ...DATA_OPTION,
    file: { type: 'string', value: 'PEM', description: 'Rotate to this private key instead of a new one' },
  },
  actions: ['list', 'rotate'],
  words: [1, 1],
  run: (input, io) =>
    withDatabase(input, io, async ({ database }) =>
      input.words[0] === 'list' ? showKeys(io, database) : takeNewKey(textOption(input, 'file'), io, database),
    ),
}

async function showKeys(io: CommandIo, database: Database): Promise<number> {
  for (const { fingerprint, createdAt, retiredAt } of await listKeys(database)) {
    const end = retiredAt === null ? '' : `  retired ${retiredAt.toISOString()}`
    io.print(`${fingerprint}  since ${createdAt.toISOString()}${end}\n`)
  }
  return 0
}

async function takeNewKey(file: string | undefined, io: CommandIo, database: Database): Promise<number> {
  const pem = file === undefined ? undefined : await readFile(file, 'utf8').catch(() => '')
  const rotated = await rotateKey(database, 'system', pem)
  if (!rotated.ok) {
    io.report(`error: ${rotated.refusal.message}\n`)
    return 1
  }
  io.print(`New versions are signed with ${rotated.value.fingerprint}. Earlier ones keep their signatures.\n`)
  return 0
}
