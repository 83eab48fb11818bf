import { expect, test } from 'vitest'
import { describeLeftOut } from './left-out.js'

test('tests without their program are counted, and one command installs what is missing', () => {
  expect(describeLeftOut(['zsh', 'fish', 'zsh'])).toBe(
    '3 tests were left out because fish and zsh are not installed; to run them: apt-get install fish zsh',
  )
  expect(describeLeftOut(['script'])).toBe(
    '1 test was left out because script is not installed; to run it: apt-get install bsdutils',
  )
})
