/** What the sources of installed skills say about the installed versions, as text. */

import type { Revocation, SkillStanding } from '../../gate/standing/standing.js'
import type { Surroundings } from '../../manager/surroundings.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { findUnknownHub } from '../hub/named-hub.js'
import { type Line, type Style, styled } from '../terminal/lines.js'
import { shortId } from '../terminal/short-id.js'

/** A revocation in words, without the name of the skill. */
export function describeRevocation(revocation: Revocation): string {
  if (revocation.status === 'withdrawn') {
    const what = revocation.what === 'skill' ? 'this skill' : 'the installed version'
    return `withdrawn: its source no longer offers ${what}${because(revocation)}`
  }
  return `flagged: its source says it is ${revocation.verdict}${because(revocation)}`
}

function because({ summary }: Revocation): string {
  return summary === undefined ? '' : `: ${summary}`
}

/** Nothing if the source still offers the version. */
export function composeStanding(standing: SkillStanding | undefined, indent: string): readonly Line[] {
  if (standing === undefined || standing.status === 'offered') return []
  if (standing.status === 'unknown') return composeUnknown(standing, indent)
  if (standing.status === 'replaced') {
    const text = `its source now lists other files (${shortId(standing.digest)})`
    return [[indent, styled(text, 'dim')]]
  }
  return [[indent, styled(describeRevocation(standing), styleOf(standing))]]
}

function composeUnknown(
  { error, last }: Extract<SkillStanding, { readonly status: 'unknown' }>,
  indent: string,
): readonly Line[] {
  const known = last === undefined || last.status === 'offered' ? [] : composeStanding(last, indent)
  const when = known.length === 0 ? '' : ` since ${last?.askedAt.slice(0, 10)}`
  return [[indent, styled(`its source could not be asked${when}: ${error}`, 'dim')], ...known]
}

function styleOf(revocation: Revocation): Style {
  return revocation.status === 'flagged' && revocation.verdict === 'suspicious' ? 'yellow' : 'red'
}

/** Whether its source says that it does not have the skill at all. */
export function isGone({ standing }: { readonly standing?: SkillStanding }): boolean {
  return standing?.status === 'withdrawn' && standing.what === 'skill'
}

/** Without a token, a private skill of a hub looks like one that does not exist. */
export function composePrivate(
  sources: readonly string[],
  surroundings: Pick<Surroundings, 'settings' | 'place'>,
): readonly Line[] {
  const hubs = new Set(sources.flatMap((source) => findUnknownHub(source, surroundings) ?? []))
  return [...hubs].map((hub): Line => {
    return ['Or it is private and you are not logged in: ', styled(`metier login ${quoteForShell(hub)}`, 'cyan')]
  })
}

/** The advice below a list: nothing is removed by itself. */
export function adviseOnRevoked(isAny: boolean): readonly Line[] {
  if (!isAny) return []
  return [
    '',
    'Withdrawn and flagged skills stay installed and usable. To remove one: metier remove NAME',
    'To go back to a version that is kept here: metier rollback NAME',
  ]
}
