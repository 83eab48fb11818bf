/** Skills, versions and verdicts in the words of the ClawHub API. */

import type { KeptFinding, ScanRow, SkillRow, VersionRow } from '../skills/skill-row.js'

export function renderSkill(row: SkillRow, latest: VersionRow | undefined, tags: Readonly<Record<string, string>>) {
  return {
    slug: row.slug,
    formerSlugs: row.formerSlugs,
    displayName: row.displayName,
    summary: row.summary,
    description: latest?.description ?? row.summary,
    topics: row.topics,
    tags: { ...tags, ...(latest !== undefined && { latest: latest.version }) },
    stats: { downloads: row.downloads, stars: row.stars, installsAllTime: row.downloads },
    visibility: row.visibility,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  }
}

export function renderItem(row: SkillRow, latest: VersionRow | undefined, tags: Readonly<Record<string, string>>) {
  return {
    ...renderSkill(row, latest, tags),
    ownerHandle: row.owner,
    latestVersion: latest === undefined ? null : renderLatest(latest),
    metadata: null,
  }
}

/** Clients of ClawHub refuse an answer with another licence than the one that ClawHub publishes under. */
export function renderLatest({ version, createdAt, changelog, license }: VersionRow) {
  return { version, createdAt: createdAt.getTime(), changelog, license: license === 'MIT-0' ? license : null }
}

export function renderOwner({ owner, ownerName }: SkillRow) {
  return { handle: owner, userId: owner, displayName: ownerName === '' ? owner : ownerName, image: null }
}

/** What the hub makes of a version: the scan, unless a moderator decided otherwise. */
export function judge(scan: ScanRow | undefined): 'clean' | 'suspicious' | 'malicious' | 'pending' {
  if (scan === undefined) return 'pending'
  if (scan.decision === 'reject') return 'malicious'
  if (scan.decision === 'approve') return 'clean'
  return scan.verdict === 'block' ? 'malicious' : scan.verdict === 'warn' ? 'suspicious' : 'clean'
}

export function renderSecurity(scan: ScanRow | undefined, version: VersionRow) {
  const status = judge(scan)
  return {
    status,
    hasWarnings: scan?.findings.some(({ severity }) => severity !== 'note') ?? false,
    checkedAt: scan?.scannedAt.getTime() ?? null,
    model: null,
    hasScanResult: scan !== undefined,
    sha256hash: toHex(version.archiveDigest),
    virustotalUrl: null,
    summary: summarise(scan),
    scanners: {
      metier: {
        verdict: scan?.verdict ?? 'pending',
        ruleSet: scan?.ruleSet ?? '',
        findings: scan?.findings.length ?? 0,
      },
    },
  }
}

export function summarise(scan: ScanRow | undefined): string {
  const worst = scan?.findings.find(({ severity }) => severity !== 'note')
  if (worst === undefined) return ''
  return `${worst.message} (${worst.rule} in ${worst.file}:${worst.line})`
}

/** The evidence is for insiders: an author learns what to fix, an attacker learns less. */
export function renderModeration(skill: SkillRow, scan: ScanRow | undefined, isInsider: boolean) {
  const status = judge(scan)
  const isBlocked = skill.hiddenAt !== null || status === 'malicious'
  const verdict = isBlocked
    ? ('malicious' as const)
    : status === 'suspicious'
      ? ('suspicious' as const)
      : ('clean' as const)
  const counted = scan?.findings.filter(({ severity }) => severity !== 'note') ?? []
  return {
    isSuspicious: verdict === 'suspicious',
    isMalwareBlocked: verdict === 'malicious',
    verdict,
    reasonCodes: [...new Set(counted.map((finding) => reasonCode(finding)))],
    summary: skill.hiddenReason ?? summarise(scan),
    engineVersion: scan === undefined ? '' : `metier ${scan.ruleSet}`,
    updatedAt: skill.hiddenAt?.getTime() ?? scan?.scannedAt.getTime() ?? null,
    legacyReason: isBlocked ? 'blocked.malware' : verdict === 'suspicious' ? 'flagged.suspicious' : null,
    evidence: counted.map((finding) => renderEvidence(finding, isInsider)),
  }
}

function reasonCode({ severity, rule }: KeptFinding): string {
  return `${severity === 'block' ? 'malicious' : 'suspicious'}.${rule.toLowerCase().replace(/[^a-z0-9]+/g, '_')}`
}

function renderEvidence(finding: KeptFinding, isInsider: boolean) {
  const { severity, file, line, message, excerpt } = finding
  return {
    code: reasonCode(finding),
    severity:
      severity === 'block' ? ('critical' as const) : severity === 'warn' ? ('warn' as const) : ('info' as const),
    file,
    line,
    message,
    evidence: isInsider ? excerpt : '',
  }
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
