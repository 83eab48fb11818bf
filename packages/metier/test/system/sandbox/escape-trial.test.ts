import { expect, test } from 'vitest'
import { ESCAPE_ATTEMPTS, tryEscapes } from '../../../src/system/sandbox/escape-trial.js'
import { examineSandbox } from '../../../src/workspace/sandbox/examine-sandbox.js'
import { isSuperuser } from '../../support/other-user.js'
import { describeCaged } from '../../workspace/sandbox/caged.js'

const HARMLESS = ESCAPE_ATTEMPTS.filter((attempt) => attempt !== 'write_kernel_setting')

test.skipIf(process.platform !== 'linux')(
  'without a sandbox every attempt succeeds: the trial can find a leak',
  async () => {
    const { escaped } = await tryEscapes(({ command }) => command)
    expect(escaped.filter((attempt) => attempt !== 'write_kernel_setting')).toEqual(HARMLESS)
    if (isSuperuser) expect(escaped).toContain('write_kernel_setting')
  },
)

test('a program that cannot be started is a problem, not a success', async () => {
  expect(await tryEscapes(() => ['/nonexistent/program'])).toMatchObject({ escaped: [], problem: expect.any(String) })
})

describeCaged('in the sandbox', () => {
  test('every attempt fails', async () => {
    expect(await examineSandbox({ mode: 'auto', project: undefined })).toMatchObject({ status: 'works' })
  })
})
