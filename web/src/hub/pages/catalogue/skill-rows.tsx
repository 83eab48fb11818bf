import type { ListedSkill } from '../../../../../packages/hub/src/routes/views.js'
import { ago, count, day } from '../../../parts/format.js'
import { Link } from '../../../router/link.js'
import { withParameters } from '../../../router/route.js'
import { toSkill } from '../../router/route.js'
import type { FoundSkill } from '../../server/api.js'

/** A skill in a list, wherever it came from. */
interface SkillRow {
  readonly slug: string
  readonly owner: string
  readonly summary: string
  readonly version: string | null
  readonly downloads: number
  readonly updatedAt: number
  readonly isPrivate: boolean
  readonly topics: readonly string[]
}

export function toListedRow(skill: ListedSkill): SkillRow {
  const { slug, ownerHandle, summary, latestVersion, stats, updatedAt, visibility, topics } = skill
  return {
    slug,
    owner: ownerHandle,
    summary,
    version: latestVersion?.version ?? null,
    downloads: stats.downloads,
    updatedAt,
    isPrivate: visibility === 'private',
    topics: topics.slice(0, 4),
  }
}

export function toFoundRow({ slug, ownerHandle, summary, version, downloads, updatedAt }: FoundSkill): SkillRow {
  return { slug, owner: ownerHandle, summary, version, downloads, updatedAt, isPrivate: false, topics: [] }
}

export function SkillRows({ rows }: { readonly rows: readonly SkillRow[] }) {
  const now = Date.now()
  return (
    <ul className="rows">
      {rows.map((row) => {
        const updated = new Date(row.updatedAt).toISOString()
        return (
          <li key={`${row.owner}/${row.slug}`} className="rows-line skill-row">
            <div className="skill-row-name">
              <Link className="mono strong break" to={toSkill(row)}>
                {row.slug}
              </Link>{' '}
              <Link className="soft small break" to={withParameters('/', { owner: row.owner })}>
                @{row.owner}
              </Link>
              {row.isPrivate ? <span className="badge">Private</span> : null}
              {row.topics.map((topic) => (
                <span key={topic} className="badge">
                  {topic}
                </span>
              ))}
            </div>
            <p className="skill-row-text break">{row.summary}</p>
            <p className="skill-row-facts soft small">
              <span className="mono">{row.version === null ? 'no version' : `v${row.version}`}</span>
              <span>
                {count(row.downloads)} {row.downloads === 1 ? 'download' : 'downloads'}
              </span>
              <time dateTime={updated} title={day(updated)}>
                {ago(updated, now)}
              </time>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
