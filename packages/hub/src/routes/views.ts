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

const Status = Type.Union([
  Type.Literal('published'),
  Type.Literal('pending'),
  Type.Literal('rejected'),
  Type.Literal('withdrawn'),
])

const VersionView = Type.Object({
  id: Type.Integer(),
  ...LatestVersion.properties,
  isLatest: Type.Boolean(),
  status: Status,
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
  deletedAt: Moment,
  isInsider: Type.Boolean(),
  mayChange: Type.Boolean({ description: 'Members that publish, and administrators' }),
  commands: Type.Object({ metier: Type.String(), clawhub: Type.String() }),
  version: Type.Union([VersionView, Type.Null()]),
})
export type HubSkillView = Static<typeof SkillView>

export const VersionsView = Type.Object({
  versions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      version: Type.String(),
      status: Status,
      changelog: Type.String(),
      createdAt: Type.String(),
      withdrawnReason: OptionalText,
    }),
  ),
  hasMore: Type.Boolean(),
})
export type VersionsView = Static<typeof VersionsView>

export const UnlistedView = Type.Object({
  skills: Type.Array(
    Type.Object({
      owner: Type.String(),
      slug: Type.String(),
      visibility: Type.Union([Type.Literal('public'), Type.Literal('private')]),
      state: Type.Union([
        Type.Literal('deleted'),
        Type.Literal('hidden'),
        Type.Literal('pending'),
        Type.Literal('rejected'),
        Type.Literal('withdrawn'),
      ]),
      hiddenReason: OptionalText,
      updatedAt: Type.String(),
    }),
  ),
})
export type UnlistedView = Static<typeof UnlistedView>

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

export const RescanView = Type.Object({
  ruleSet: Type.String(),
  versions: Type.Integer({ minimum: 0, description: 'Published and pending ones' }),
  outdated: Type.Integer({ minimum: 0, description: 'Those that older rules scanned' }),
  waiting: Count,
  running: Count,
  failed: Count,
})
export type RescanView = Static<typeof RescanView>

export const UsersView = Type.Object({
  users: Type.Array(
    Type.Object({
      handle: Type.String(),
      displayName: Type.String(),
      createdAt: Type.String(),
      disabledAt: Moment,
      scopes: Type.Array(Type.String(), { description: 'Those of all valid tokens' }),
      tokens: Type.Integer({ minimum: 0, description: 'Valid ones' }),
      lastUsedAt: Moment,
    }),
  ),
})
export type UsersView = Static<typeof UsersView>

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
  readonly ruleSet: string
  readonly scans: number
  readonly latest: string | null
  readonly isNewest: boolean
  readonly decision: { readonly reason: string; readonly by: string; readonly at: string } | null
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

export const DeviceLoginView = Type.Object({
  userCode: Type.String(),
  label: Type.String({ description: 'What the program calls itself' }),
  address: Type.String({ description: 'The network address that started the login' }),
  scopes: Type.Array(Type.String(), { description: 'What it asks for and the user may give' }),
  expiresAt: Type.String(),
})
export type DeviceLoginView = Static<typeof DeviceLoginView>

export const DecidedLoginView = Type.Object({
  status: Type.Union([Type.Literal('approved'), Type.Literal('denied')]),
})
export type DecidedLoginView = Static<typeof DecidedLoginView>
