import { expect, test } from 'vitest'
import { runMetier, useMetier } from './run-metier.js'

const metier = useMetier()

test("an untrusted package whose registry a project's .npmrc chose names the file and the host", async () => {
  const machine = metier.create({ '.npmrc': '@acme:registry=https://evil.example/' })
  const { code, stderr } = await runMetier(machine, 'install', 'npm:@acme/tools@^1/pdf')
  expect(code).not.toBe(0)
  expect(stderr).toContain(`${machine.project}/.npmrc says that @acme/tools comes from evil.example`)
  expect(stderr).toContain("run: metier trust 'npm:@acme/tools@^1/pdf'")
})
