/** The install page: search, look at what a source offers, watch the gate, read every file, agree or leave it. */

import type { Finding } from '../../gate/finding.js'
import type { ActionView, CutList, FileChangeView, FixView, ProblemView, SkillId } from './common.js'

/** `GET /api/registry`: what a registry server finds. */
export interface RegistrySearchView {
  readonly query: string
  readonly skills: CutList<RegistrySkill>
  readonly command: string
}

export interface RegistrySkill {
  readonly name: string
  readonly description: string
  readonly version: string | null
  readonly source: string
  /** What to send as `source` and `skill` of `POST /api/installs`. */
  readonly install: { readonly source: string; readonly skill: string }
  readonly isInstalled: boolean
}

/** `POST /api/offers`: the skills of a source. */
export interface OffersView {
  /** As written, without passwords. */
  readonly source: string
  readonly offers: CutList<OfferView>
  readonly command: string
}

export interface OfferView {
  /** What to send as `skill`. */
  readonly skill: string
  readonly name: string
  readonly description: string | null
  readonly version: string | null
  readonly commit: string | null
  readonly path: string | null
  readonly plugin: string | null
  readonly isInstalled: boolean
}

/** `GET /api/installs`. */
export interface InstallsView {
  /** What was begun since the server started, latest first. */
  readonly installs: readonly InstallView[]
  /** The directories that skills are installed into; the same if the server was started with `--root`. */
  readonly places: { readonly project: string | null; readonly personal: string | null }
}

/** The steps of the gate, in their order. */
export type GateStep =
  | 'trust'
  | 'fetch'
  | 'limits'
  | 'validate'
  | 'scan'
  | 'signature'
  | 'conflict'
  | 'agree'
  | 'commit'

export interface GateStepView {
  readonly step: GateStep
  readonly state: 'waiting' | 'running' | 'passed' | 'warned' | 'failed'
  /** What it does, found or refused; empty while it waits. */
  readonly message: string
  readonly done?: number
  readonly total?: number
}

/** An install or an update that was begun. It is forgotten, and its quarantine removed, after 15 minutes without an answer. */
export interface InstallView {
  readonly id: string
  readonly action: 'install' | 'update'
  readonly source: string
  /** What to send as `skill`: a word of the source, or the id of the skill that is updated. */
  readonly skill: string
  readonly scope: 'project' | 'personal'
  /** The directory that the skill goes into; null if there is none. */
  readonly into: string | null
  /** `waiting`: it is in quarantine until you agree. `current`: the source has nothing newer. */
  readonly state: 'running' | 'waiting' | 'installed' | 'current' | 'refused' | 'cancelled' | 'undone'
  readonly steps: readonly GateStepView[]
  /** What was fetched; null until the scan is done. */
  readonly bundle: BundleView | null
  /** What an update changes; null until it is known, and for an install. */
  readonly changes: UpdateChangesView | null
  /** Why it was refused, with file and line if a file is the reason. */
  readonly problem: ProblemView['error'] | null
  /** Commands that would help, such as the one that trusts the source. */
  readonly fixes: readonly FixView[]
  /** Set once it is installed. */
  readonly result: InstallResultView | null
  /** The command that does the same. */
  readonly command: string
  readonly expiresAt: string
}

/** What changes between the installed version and the one in quarantine. */
export interface UpdateChangesView {
  /** Versions, commits or digests. */
  readonly from: string
  readonly to: string
  readonly files: readonly FileChangeView[]
}

/** A bundle in quarantine. */
export interface BundleView {
  readonly name: string
  readonly description: string
  /** Agree with exactly this. */
  readonly digest: string
  readonly files: readonly BundleFileView[]
  readonly bytes: number
  readonly verdict: 'block' | 'warn' | 'pass'
  readonly findings: CutList<Finding>
  /** What it would bring once it is approved. */
  readonly brings: readonly ('tools' | 'servers' | 'allowed tools')[]
  readonly leftOut: readonly string[]
}

export interface BundleFileView {
  readonly path: string
  readonly size: number
  readonly isExecutable: boolean
}

export interface InstallResultView extends ActionView {
  /** The skill to open. */
  readonly skill: SkillId
  readonly isEligible: boolean
  readonly fixes: readonly FixView[]
  /** True if parts of it have no effect until they are approved. */
  readonly needsApproval: boolean
}
