/** The two indexes below `.well-known`: archives with digests, and a list of files for clients that know only that. */

import { dirname } from 'node:path/posix'
import { sha256Of } from '../../system/skill-files/tree-digest.js'
import { jsonFile, type ReleasedFile, SHORT_DIGEST, type SiteFile, type SkillRelease } from '../skill-release.js'
import { type PublishedReader, packZip } from './pack-zip.js'

export const INDEX = '.well-known/agent-skills/index.json'
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
/** Each skill with its plain files. */
export const OLDER = '.well-known/skills'
export const OLDER_INDEX = `${OLDER}/index.json`

/** An entry of the index. `version` and `content` are ours: other clients ignore fields that they don't know. */
export interface IndexEntry {
  readonly name: string
  readonly type: 'skill-md' | 'archive'
  readonly description: string
  readonly url: string
  readonly digest: string
  readonly version: string
  /** The digest of the skill's files, which is the same however they are packed. */
  readonly content: string
}

/** The skills as archives. One that the site has already is kept as it is, also if another library would pack it differently. */
export function publishArchives(
  releases: readonly SkillRelease[],
  before: ReadonlyMap<string, IndexEntry>,
  readPublished: PublishedReader,
): readonly SiteFile[] {
  const entries: IndexEntry[] = []
  const files: SiteFile[] = []
  for (const release of releases) {
    const { name, description, version } = release
    const content = `sha256:${release.digest}`
    const earlier = before.get(name)
    if (earlier?.content === content) {
      entries.push({ ...earlier, description, version })
      continue
    }
    const artifact = packArtifact(release, readPublished)
    const digest = `sha256:${sha256Of(artifact.bytes)}`
    entries.push({ name, type: artifact.type, description, url: artifact.url, digest, version, content })
    files.push({ path: `.well-known/agent-skills/${artifact.url}`, bytes: artifact.bytes, isImmutable: true })
  }
  return [...files, jsonFile(INDEX, { $schema: SCHEMA, skills: entries })]
}

function packArtifact({ name, digest, files }: SkillRelease, readPublished: PublishedReader) {
  const [only, second] = files
  const stem = `a/${name}-${digest.slice(0, SHORT_DIGEST)}`
  return only?.path === 'SKILL.md' && second === undefined
    ? { type: 'skill-md' as const, url: `${stem}/SKILL.md`, bytes: only.bytes }
    : {
        type: 'archive' as const,
        url: `${stem}.zip`,
        bytes: packZip(`${dirname(INDEX)}/${stem}.zip`, files, readPublished),
      }
}

/** The skills as single files. A skill whose paths this format does not allow is left out: it would make the index invalid. */
export function publishFileLists(releases: readonly SkillRelease[]): readonly SiteFile[] {
  const listed = releases.filter(isListable)
  const files = listed.flatMap(({ name, files: own }) =>
    own.map(({ path, bytes }): SiteFile => ({ path: `${OLDER}/${name}/${path}`, bytes, isImmutable: false })),
  )
  const skills = listed.map(({ name, description, version, files: own }) => {
    return { name, description, version, files: mainFirst(own) }
  })
  return [...files, jsonFile(OLDER_INDEX, { skills })]
}

/** Printable ASCII without the characters that mean something in a URL, and no two dots in a row. */
const LISTABLE = /^(?!.*\.\.)(?!.*(?:^|\/)\.?(?:\/|$))[!"$-.0->@-Z^-~/]+$/

export function isListable({ files }: SkillRelease): boolean {
  return files.every(({ path }) => LISTABLE.test(path)) && files.some(({ path }) => path === 'SKILL.md')
}

function mainFirst(files: readonly ReleasedFile[]): readonly string[] {
  return ['SKILL.md', ...files.map(({ path }) => path).filter((path) => path !== 'SKILL.md')]
}
