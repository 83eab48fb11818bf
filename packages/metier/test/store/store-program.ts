/** A process of its own that does one thing to a store, and ends itself with SIGKILL before its n-th change to a file. */

export const STORE_PROGRAM = `
import { join } from 'node:path'
import { isTrustedSource } from '../../src/gate/trust.js'
import { parseSourceReference } from '../../src/sources/reference.js'
import { createLocalSource } from '../../src/sources/local.js'
import { openApprovals } from '../../src/store/approvals/approvals.js'
import { installSkill } from '../../src/store/install.js'
import { describeStore } from '../../src/store/layout.js'
import { placeOfRoot } from '../../src/store/links/agent-place.js'
import { linkSkill, unlinkSkill } from '../../src/store/links/change-links.js'
import { pinSkill } from '../../src/store/pin.js'
import { removeSkill } from '../../src/store/remove.js'
import { rollbackSkill } from '../../src/store/versions/rollback.js'
import { updateSkill } from '../../src/store/update.js'
import { createDurableFiles } from '../../src/system/files/durable-files.js'
import { createGateTools } from '../../src/system/scan-process/gate-tools.js'

const [action, root, source, names, killAt, platform] = process.argv.slice(2)
const home = join(root, '../..')
const agents = placeOfRoot(root, 'personal', { home, variable: () => undefined, platform: platform ?? 'linux' })
let steps = 0
const files = createDurableFiles(() => {
  if (++steps === Number(killAt)) process.kill(process.pid, 'SIGKILL')
})
const local = createLocalSource({ tools: createGateTools() })
const context = {
  store: describeStore({ root, files, agents }),
  sources: { local },
  isTrusted: (identity) => isTrustedSource(identity, ['local:*']),
  parseReference: (text) => parseSourceReference(text),
  scan: async () => ({ findings: [], ruleSet: 'test' }),
  approvals: openApprovals(undefined),
}
const actions = {
  install: (name) => {
    const reference = parseSourceReference('local:' + source + '/' + name)
    return installSkill(context, { skill: name, reference: reference.value })
  },
  update: (name) => updateSkill(context, { name }),
  rollback: (name) => rollbackSkill(context, { name }),
  remove: (name) => removeSkill(context, name),
  link: (name) => linkSkill(context, { name, agents: ['claude-code'] }),
  replace: (name) => linkSkill(context, { name, agents: ['claude-code'], review: async () => true }),
  unlink: (name) => unlinkSkill(context, { name, agents: ['claude-code'] }),
  pin: (name) => pinSkill(context, name, true),
}
const codes = []
for (const name of names.split(',')) {
  const outcome = await actions[action](name)
  codes.push(outcome.ok ? 'ok' : outcome.failure.code)
}
console.log(JSON.stringify({ steps, codes }))
`
