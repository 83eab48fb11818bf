import { expect, test } from 'vitest'
import { elevateCommand } from '../../src/system/elevate-command.js'

test.each([
  ['apt install jq', { isAdministrator: false, hasSudo: true }, 'sudo apt install jq'],
  ['apt install jq', { isAdministrator: true, hasSudo: true }, 'apt install jq'],
  ['pacman -S jq', { isAdministrator: false, hasSudo: false }, 'pacman -S jq'],
  ['brew install jq', { isAdministrator: false, hasSudo: true }, 'brew install jq'],
  ['aptitude install jq', { isAdministrator: false, hasSudo: true }, 'aptitude install jq'],
])('%s for %o is %s', (command, user, expected) => {
  expect(elevateCommand(command, user)).toBe(expected)
})
