/** What a registry says about a package, and which version a range means. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { compareVersions, isRange, satisfies } from '../../skill/tools-file/version-range.js'
import { isRecord } from '../../skill/unknown-value.js'
import { textOf } from '../download.js'

export interface PackageVersion {
  readonly version: string
  readonly tarball: string
  /** In the form of Subresource Integrity; undefined for packages that have only a SHA-1. */
  readonly integrity: string | undefined
  readonly deprecated: string | undefined
  readonly hasInstallScript: boolean
}

type Packument = Readonly<Record<string, unknown>>

/** The version for a tag or range; for none, the tag `latest`. */
export function chooseVersion(packument: Packument, name: string, ref = 'latest'): Result<PackageVersion> {
  if (packument.name !== undefined && packument.name !== name) {
    return fail('integrity_mismatch', `The registry returned a different package for '${name}'`)
  }
  const versions = isRecord(packument.versions) ? packument.versions : {}
  const tags = isRecord(packument['dist-tags']) ? packument['dist-tags'] : {}
  const tagged = Object.hasOwn(tags, ref) ? textOf(tags[ref]) : undefined
  const known = Object.entries(versions).flatMap(([version, value]) => readVersion(version, value))
  const chosen = tagged === undefined ? newest(known, ref, textOf(tags.latest)) : find(known, tagged)
  return chosen === undefined ? refuseVersion(known, name, ref) : succeed(chosen)
}

function readVersion(version: string, value: unknown): readonly PackageVersion[] {
  if (!isRecord(value) || !isRecord(value.dist) || (value.version ?? version) !== version) return []
  const tarball = textOf(value.dist.tarball)
  if (tarball === undefined) return []
  return [
    {
      version,
      tarball,
      integrity: textOf(value.dist.integrity),
      deprecated: textOf(value.deprecated),
      hasInstallScript: value.hasInstallScript === true,
    },
  ]
}

/** As in npm: `latest` if it is in the range, else the newest, and a deprecated version only if there is no other. */
function newest(known: readonly PackageVersion[], range: string, latest: string | undefined) {
  const exact = find(known, range)
  if (exact !== undefined || !isRange(range)) return exact
  const fitting = known.filter(({ version }) => satisfies(version, range))
  const usual = fitting.filter(({ deprecated }) => deprecated === undefined)
  const choice = usual.length > 0 ? usual : fitting
  const preferred = choice.find(({ version }) => version === latest)
  return preferred ?? choice.toSorted((one, other) => compareVersions(other.version, one.version))[0]
}

function find(known: readonly PackageVersion[], version: string): PackageVersion | undefined {
  return known.find((one) => one.version === version)
}

const SHOWN_VERSIONS = 5

function refuseVersion(known: readonly PackageVersion[], name: string, ref: string): Result<never> {
  const versions = known.map(({ version }) => version).toSorted((one, other) => compareVersions(other, one))
  const shown = versions.slice(0, SHOWN_VERSIONS)
  return fail(
    'skill_not_found',
    `The package '${name}' has no version '${ref}'`,
    shown.length === 0 ? [] : [`Latest versions: ${shown.join(', ')}`],
  )
}
