/** The reviewer of an audit: the one that the user's configuration names, or a command from the command line. */

import { settleOptions } from '../../../manager/options.js'
import { openReviewer } from '../../../manager/reviewer/open-reviewer.js'
import { loadSettings } from '../../../manager/settings/settings.js'
import { type CommandOutcome, type Context, refuse } from '../../arguments/command.js'
import type { AuditObserver } from './paths.js'

export function openAuditReviewer(
  command: string | undefined,
  { workdir, config }: Context,
): CommandOutcome | Required<Pick<AuditObserver, 'review'>> {
  const place = settleOptions({ workdir, ...(config !== undefined && { config }) })
  // A project's configuration names no reviewer, and cannot change the user's.
  const { reviewer, suppressions } = loadSettings({ user: place.userConfiguration, project: undefined })
  if (command === undefined && reviewer === undefined) return refuse('no reviewer is configured', HOW_TO_CONFIGURE)
  const settings = command === undefined ? { ...reviewer } : { ...reviewer, kind: 'command' as const, command }
  return { review: openReviewer({ settings, place, suppressions }) }
}

const HOW_TO_CONFIGURE = [
  'Name a model in your configuration, for example: metier config set reviewer \'{"kind": "openai", "baseUrl": "http://127.0.0.1:11434/v1", "model": "NAME"}\'',
  "Or use a command: --reviewer-command 'claude -p'",
]
