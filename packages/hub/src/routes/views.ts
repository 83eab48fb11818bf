/** What the pages are given: each view as a schema, and as the type that the pages' client uses. */

import { type Static, Type } from 'typebox'
import { File, LatestVersion, Owner, Skill, type SkillItem } from './schemas.js'

const Moment = Type.Union([Type.String(), Type.Null()])
const OptionalText = Type.Union([Type.String(), Type.Null()])

export const SessionView = Type.Object({
  hub: Type.Object({ name: Type.String(), url: Type.String(), allowsAnonymous: Type.Boolean() }),
  user: Type.Union([
    Type.Object({
      handle: Type.String(),
      displayName: Type.String(),
      tokenId: Type.Integer(),
      mayPublish: Type.Boolean(),
      mayModerate: Type.Boolean(),
      mayAdminister: Type.Boolean(),
    }),
    Type.Null(),
  ]),
})
export type SessionView = Static<typeof SessionView>

const Severity = Type.Union([Type.Literal('block'), Type.Literal('warn'), Type.Literal('note')])

const FindingView = Type.Object({
  rule: Type.String(),
  pattern: Type.String(),
  severity: Severity,
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  excerpt: Type.String({ description: 'Empty for those who are neither members of the owner nor moderators' }),
  message: Type.String(),
  advice: Type.Optional(Type.String()),
})
export type FindingView = Static<typeof FindingView>

const ScanView = Type.Object({
  verdict: Type.Union([Type.Literal('pass'), Type.Literal('warn'), Type.Literal('block')]),
  ruleSet: Type.String(),
  scannedAt: Type.String(),
  findings: Type.Array(FindingView),
})

const DecisionView = Type.Object({
  decision: Type.Union([Type.Literal('approve'), Type.Literal('reject')]),
  reason: Type.String(),
  by: Type.String(),
  at: Type.String(),
})

const FileRow = Type.Object({ ...File.properties, isExecutable: Type.Boolean() })

const VersionView = Type.Object({
  id: Type.Integer(),
  ...LatestVersion.properties,
  isLatest: Type.Boolean(),
  status: Type.Union([
    Type.Literal('published'),
    Type.Literal('pending'),
    Type.Literal('rejected'),
    Type.Literal('withdrawn'),
  ]),
  withdrawnReason: OptionalText,
  publisher: Type.String(),
  frontmatter: Type.Record(Type.String(), Type.Unknown()),
  isSignedByAuthor: Type.Boolean(),
  signer: Type.Union([Type.String({ description: 'The fingerprint of the hub key' }), Type.Null()]),
  digest: Type.String({ description: 'SHA-256 of the archive' }),
  size: Type.Integer(),
  files: Type.Array(FileRow),
  scan: Type.Union([ScanView, Type.Null()]),
  decision: Type.Union([DecisionView, Type.Null()]),
})
export type HubVersionView = Static<typeof VersionView>

export const SkillView = Type.Object({
  skill: Skill,
  owner: Owner,
  hiddenReason: OptionalText,
  isInsider: Type.Boolean(),
  commands: Type.Object({ metier: Type.String(), clawhub: Type.String() }),
  version: Type.Union([VersionView, Type.Null()]),
})
export type HubSkillView = Static<typeof SkillView>

export const OwnersView = Type.Object({
  owners: Type.Array(
    Type.Object({
      handle: Type.String(),
      displayName: Type.String(),
      skills: Type.Integer(),
      members: Type.Array(
        Type.Object({
          handle: Type.String(),
          role: Type.Union([Type.Literal('reader'), Type.Literal('publisher')]),
        }),
      ),
    }),
  ),
})
export type OwnersView = Static<typeof OwnersView>

const Count = Type.Integer({ minimum: 0 })

export const SummaryView = Type.Object({
  database: Type.String(),
  ruleSet: Type.String(),
  counts: Type.Object({
    skills: Count,
    privateSkills: Count,
    versions: Count,
    pending: Count,
    users: Count,
    tokens: Count,
    downloads: Count,
    bytes: Count,
    logEntries: Count,
    outdatedScans: Count,
  }),
  jobs: Type.Object({ waiting: Count, running: Count, done: Count, failed: Count }),
  failures: Type.Array(
    Type.Object({ id: Type.Integer(), kind: Type.String(), attempts: Type.Integer(), error: Type.String() }),
  ),
})
export type SummaryView = Static<typeof SummaryView>

export const LogCheckView = Type.Object({
  isWhole: Type.Boolean(),
  entries: Type.Integer({ description: 'How many were checked' }),
  problem: OptionalText,
})
export type LogCheckView = Static<typeof LogCheckView>

/** Answers of other routes, as JSON brings them. */
export type ListedSkill = Static<typeof SkillItem>

export interface WaitingView {
  readonly versionId: number
  readonly owner: string
  readonly slug: string
  readonly version: string
  readonly publisher: string
  readonly createdAt: string
  readonly verdict: 'pass' | 'warn' | 'block'
  readonly findings: readonly FindingView[]
}

export const TokenView = Type.Object({
  id: Type.Integer(),
  handle: Type.String(),
  name: Type.String(),
  hint: Type.String(),
  scopes: Type.Array(Type.String()),
  createdAt: Type.String(),
  expiresAt: Moment,
  revokedAt: Moment,
  lastUsedAt: Moment,
})
export type TokenView = Static<typeof TokenView>
