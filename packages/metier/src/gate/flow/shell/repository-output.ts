/** Git commands that print what is in a repository: the user's code. */

import type { Taint } from '../value.js'

const PRINTS =
  /^git (?:(?:-C|-c|--git-dir|--work-tree)[ =]\S{1,200} |--no-pager ){0,3}(?:diff|show|format-patch|archive|bundle create|cat-file|fast-export|stash show|log\b[^\n]{0,400}\s(?:-p|-u|--patch)(?:\s|$))/
/** Names and numbers only. */
const COUNTS = /\s--(?:stat|shortstat|numstat|name-only|name-status|check|quiet|summary)\b/

export function repositoryTaints(line: string, at: number): readonly Taint[] {
  return PRINTS.test(line) && !COUNTS.test(line) ? [{ kind: 'content', name: 'the code of the repository', at }] : []
}
