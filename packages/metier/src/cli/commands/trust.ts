import { resolve } from 'node:path'
import { renderTrust, renderTrustRefusal } from '../../contracts/decisions.js'
import { SkillDecisions } from '../../manager/skill-decisions.js'
import type { KeyTrustOutcome, TrustedKey } from '../../manager/store-operations/signers/trust-key.js'
import { toPlainText } from '../../skill/text/plain-text.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from '../arguments/command.js'
import { type OpenedSkills, openStoreRegistry } from '../skills/open-skills.js'
import { describeSigner } from '../store/signature-lines.js'
import { describeLimits } from '../store/trust-advice.js'
import { wrapPage } from '../terminal/wrap-lines.js'

const KEY = 'key:'

export const command: Command = {
  name: 'trust',
  summary: 'Trust a source or a signer, or list what is trusted',
  details: [
    "Skills can only be installed from trusted sources, and are still scanned. The list is part of your user configuration; a project's configuration can shorten it but not extend it.",
    'key:FILE trusts the signer of a public key or root certificate in PEM, key:URL the key of a hub. Compare the fingerprint with the one that the publisher names; a script passes it with --fingerprint. Signatures are checked at every installation; skills.requireSignature names the sources that need one.',
  ],
  arguments: [
    {
      name: 'SOURCE',
      summary: 'clawhub, local:*, github.com/owner/*, a host, key:FILE or key:URL; lists what is trusted if omitted',
      isOptional: true,
    },
  ],
  options: [
    {
      name: 'fingerprint',
      kind: 'text',
      value: 'SHA256',
      excludes: ['remove'],
      summary: "The fingerprint of a hub's key that you compared",
    },
    { name: 'remove', kind: 'flag', summary: 'Stop trusting the source, or the key by its file or fingerprint' },
  ],
  mayLack: ['config'],
  examples: [
    { line: 'metier trust "github.com/example/*"', summary: 'Trust all repositories of an owner' },
    { line: 'metier trust skills.example.com --remove', summary: 'Stop trusting a host' },
    { line: 'metier trust key:release.pub', summary: 'Trust the skills that a key signed' },
    { line: 'metier trust key:https://hub.example.com', summary: 'Trust the skills that a hub signed' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const source = input.argument('SOURCE')
    if (source === undefined && input.flag('remove')) return misuse('missing argument SOURCE')
    const opened = await openStoreRegistry(context)
    const { known, settings, place, notes } = opened
    const afterwards = () => known.close()
    if (source === undefined) return { ...(await listTrusted(opened)), notes, afterwards }
    const decisions = new SkillDecisions(known)
    if (source.startsWith(KEY)) {
      const changed = await changeKey(decisions, source.slice(KEY.length), input, opened, context)
      return { ...changed, notes: [...notes, ...(changed.notes ?? [])], afterwards }
    }
    const outcome = input.flag('remove') ? await decisions.untrust(source) : await decisions.trust(source)
    if (!outcome.ok) {
      const refused = renderTrustRefusal(outcome.refusal)
      const { error, hint = "Run 'metier trust' to see the trusted sources." } = refused
      return { ...refuse(error, [hint], refused), afterwards }
    }
    const wasTrusted = settings.trustedSources.includes(outcome.source)
    const trusted = wasTrusted ? 'is already trusted' : 'is now trusted'
    const state = outcome.isTrusted ? trusted : 'is no longer trusted'
    const line = `${outcome.source} ${state} (${settings.file})`
    const limits = outcome.isTrusted ? describeLimits(place.projectConfiguration, outcome.source) : []
    const lines = outcome.isTrusted ? [line, describeCover(outcome.source), ...limits] : [line]
    return answer(renderTrust(outcome), (columns) => wrapPage(lines, columns), { notes, afterwards })
  },
}

/** What a pattern covers. Patterns are stored in one spelling. */
function describeCover(pattern: string): string {
  if (pattern === 'local:*') return 'It covers every directory and archive on this machine.'
  const place = pattern.replace(/^local:/, '')
  if (!/[./:]/.test(pattern)) return `It covers every skill in the registry ${pattern}.`
  if (place.endsWith('/*')) return `It covers everything below ${place.slice(0, -2)}.`
  if (place !== pattern || place.includes('/')) return `It covers ${place} and nothing else.`
  return place.startsWith('*.') ? `It covers every host below ${place.slice(2)}.` : `It covers everything on ${place}.`
}

async function listTrusted({ settings }: Pick<OpenedSkills, 'settings'>): Promise<CommandOutcome> {
  const { trustedSources } = settings
  if (settings.trustedKeys.length === 0) return answer({ trustedSources }, () => trustedSources)
  const { listTrustedKeys } = await import('../../manager/store-operations/signers/trust-key.js')
  const trustedKeys = listTrustedKeys(settings)
  return answer({ trustedSources, trustedKeys }, () => [...trustedSources, ...trustedKeys.map(describeKey)])
}

async function changeKey(
  decisions: SkillDecisions,
  word: string,
  input: Input,
  opened: Pick<OpenedSkills, 'settings' | 'place'>,
  context: Context,
): Promise<CommandOutcome> {
  const isRemoved = input.flag('remove')
  if (word === '') return misuse('missing file or URL after key:')
  if (/^https?:\/\//i.test(word) && !isRemoved) {
    const { trustHubKey } = await import('../hub/trust-hub-key.js')
    return describeChange(await trustHubKey(word, input.text('fingerprint'), decisions, opened, context))
  }
  if (input.text('fingerprint') !== undefined) return misuse('--fingerprint is for key:URL')
  const path = resolve(context.workdir, word)
  const outcome = isRemoved ? await decisions.untrustKey(word, path) : await decisions.trustKey(path)
  return describeChange(outcome)
}

function describeChange(outcome: KeyTrustOutcome): CommandOutcome {
  if (!outcome.ok) {
    const { message, suggestions, code } = outcome.failure
    const hints = suggestions.length === 0 ? ["Run 'metier trust' to see the trusted keys."] : suggestions
    return refuse(message, hints, { error: message, code })
  }
  const { isTrusted, key, trustedKeys } = outcome
  const state = isTrusted ? 'is now trusted' : 'is no longer trusted'
  return answer({ trusted: isTrusted, key, trustedKeys }, () => [`${describeKey(key)} ${state}`])
}

function describeKey({ fingerprint, name, subject }: TrustedKey): string {
  if (subject !== undefined) return `${KEY}${describeSigner({ fingerprint, subject })}`
  return name === '' ? `${KEY}${fingerprint}` : `${KEY}${fingerprint} (${toPlainText(name)})`
}
