/** The first page: how many skills can be used, what needs attention, what changed, and which agents see what. */

import type { CutList, DiagnosticView, FixView, SkillId } from './common.js'

/** `GET /api/place`: what every page shows next to its content. */
export interface PlaceView {
  /** The project's directory. */
  readonly workdir: string
  /** The set that the server was started with; null for all skills. */
  readonly set: string | null
  /** The number of skills, without shadowed and refused ones. */
  readonly total: number
}

export interface OverviewView {
  /** Grows with every change of the skills; the same number means the same skills. */
  readonly version: number
  readonly counts: SkillCounts
  /** Most urgent first; at most 40 of each kind. */
  readonly attention: CutList<AttentionView>
  /** How many there are of each kind, most urgent first; kinds without any are left out. */
  readonly attentionKinds: readonly { readonly kind: AttentionKind; readonly count: number }[]
  /** True while the skills are still compared with each other; an `overlaps` event follows. */
  readonly isComparing: boolean
  /** Skills that are scanned in the background now; null if none are. */
  readonly scanning: { readonly done: number; readonly total: number } | null
  /** The commands that do the same as the buttons of the page. */
  readonly commands: { readonly reload: string; readonly outdated: string; readonly audit: string }
  /** What changed since the last visit; at most 200. */
  readonly changes: CutList<ChangeView>
  /** When this page was last visited, before this visit; null at the first one. */
  readonly lastVisit: string | null
  /** Problems of roots and configuration files; at most 200. */
  readonly diagnostics: CutList<DiagnosticView>
  /** When `POST /api/updates` last asked the sources; null if it has not yet. */
  readonly updatesCheckedAt: string | null
}

export interface SkillCounts {
  /** Without shadowed and refused ones. */
  readonly total: number
  readonly eligible: number
  readonly ineligible: number
  readonly disabled: number
  /** Not approved in a project that requires it. */
  readonly withheld: number
  readonly shadowed: number
  readonly refused: number
  /** Scanned with at least a warning. */
  readonly flagged: number
  /** Not scanned yet. */
  readonly unscanned: number
}

/**
 * Why a skill needs attention. `one_fix_away`: one command would make it eligible. `approval_lapsed`: its files changed after the
 * approval. `files_changed`: installed files differ from the lockfile. `lock_unreadable`: a lockfile cannot be read. `approval_missing`: it brings tools that have no effect yet. `finding_block` and `finding_warn`: the scan found something.
 */
export type AttentionKind =
  | 'finding_block'
  | 'refused'
  | 'one_fix_away'
  | 'approval_lapsed'
  | 'approval_missing'
  | 'lock_unreadable'
  | 'files_changed'
  | 'link_broken'
  | 'update_available'
  | 'finding_warn'
  | 'overlap'

export interface AttentionView {
  readonly kind: AttentionKind
  /** Null if it is about a file that is not a skill. */
  readonly skill: SkillId | null
  /** What is the matter, in one sentence. */
  readonly message: string
  /** What to do about it; the first is the best. May be empty if only reading helps. */
  readonly fixes: readonly FixView[]
}

export interface ChangeView {
  readonly skill: SkillId
  readonly was: 'eligible' | 'ineligible' | 'absent'
  readonly now: 'eligible' | 'ineligible' | 'absent'
}

/**
 * Which agents see which skills. `rows` has a number for each skill of `GET /api/skills` of the same version, in the same order: the
 * position of its cells in `patterns`. A pattern has a cell for each agent, in the order of `agents`.
 */
export interface SightsView {
  readonly version: number
  readonly agents: readonly SeeingAgent[]
  readonly patterns: readonly (readonly SightCell[])[]
  readonly rows: readonly number[]
}

/** An agent that was found on this machine. */
export interface SeeingAgent {
  readonly id: string
  readonly title: string
  /** The number of skills that it sees. */
  readonly sees: number
  /** Commands that link the skills that it does not see, as far as they can be linked. */
  readonly fixes: readonly FixView[]
}

/**
 * How an agent sees a skill: `root`, it reads the directory; `link` or `copy`, it has one in its own. Otherwise why it does not.
 */
export type SightCell = 'root' | 'link' | 'copy' | 'not_linked' | 'replaced' | 'flattened' | 'nested' | 'no_folder'

/** Which installed skills have a newer version at their source. */
export interface UpdatesView {
  readonly checkedAt: string
  readonly command: string
  readonly skills: readonly UpdateView[]
  /** Sources that could not be asked, and lockfiles that could not be read. */
  readonly problems: readonly string[]
}

export interface UpdateView {
  readonly skill: SkillId
  readonly status: 'outdated' | 'current' | 'pinned' | 'unknown'
  readonly current: string
  readonly latest: string | null
  /** Whether its files have local edits, which an update replaces only if it is forced. */
  readonly isEdited: boolean
  readonly command: string
}
