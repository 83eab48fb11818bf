/** What a path stands for: file names are the same in every language. */

import { secretStoresIn } from '../secrets.js'
import type { ObjectKind } from './slots.js'

const PATHS: readonly (readonly [ObjectKind, RegExp])[] = [
  [
    'skills',
    /\bskills\/(?:\*|<|\{|\$|\.{3}|…)[^\s`"']{0,60}|\/skills\/\S{0,40}SKILL\.md|\.(?:claude|codex|cursor|gemini|agents|copilot|openclaw)\/skills\b[\s\S]{0,80}\bSKILL\.md|\bSKILL\.md\b[\s\S]{0,80}\.(?:claude|codex|cursor|gemini|agents|copilot|openclaw)\/skills\b/i,
  ],
  [
    'memory',
    /\b(?:CLAUDE|AGENTS?|GEMINI|MEMORY|SOUL|QWEN)(?:\.local)?\.md\b|\.(?:claude|codex|gemini|cursor)\/(?:memor(?:y|ies)|rules)\b|copilot-instructions\.md|\.(?:cursor|windsurf|cline|roo)rules\b/,
  ],
  [
    'settings',
    /\.claude(?:\/settings(?:\.local)?)?\.json\b|\bmcp(?:_config)?\.json\b|\.codex\/config\.toml|\.gemini\/settings\.json|claude_desktop_config\.json/,
  ],
  [
    'talk',
    /\.claude\/(?:projects\b|history\.jsonl)|\.codex\/(?:sessions\b|history\.jsonl)|\.aider\.chat\.history|\.continue\/sessions\b/,
  ],
  [
    'personal',
    /\.(?:bash|zsh|psql|mysql|python|node_repl)_history\b|ConsoleHost_history|\bplaces\.sqlite\b|\bchat\.db\b/,
  ],
]

/** The objects that the paths of a clause name. */
export function objectsByPath(clause: string): readonly ObjectKind[] {
  if (!clause.includes('.') && !clause.includes('/')) return []
  const named = PATHS.filter(([, pattern]) => pattern.test(clause)).map(([kind]) => kind)
  const isSecret = secretStoresIn(clause).some((store) => store !== 'history' && store !== 'agent')
  return isSecret ? [...named, 'secret'] : named
}
