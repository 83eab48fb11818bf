import type { OverviewView, SkillCounts } from '@api/overview.js'
import { count } from '../../parts/format.js'
import { Link } from '../../router/link.js'

interface Figure {
  readonly key: keyof SkillCounts
  readonly label: string
  readonly means: string
  readonly to: string
  /** Left out while it is zero. */
  readonly isRare?: boolean
  readonly tone: string
}

const FIGURES: readonly Figure[] = [
  { key: 'eligible', label: 'Eligible', means: 'can be used here', to: '/skills?state=eligible', tone: 'good' },
  {
    key: 'ineligible',
    label: 'Ineligible',
    means: 'something is missing',
    to: '/skills?state=ineligible',
    tone: 'bad',
  },
  {
    key: 'withheld',
    label: 'Withheld',
    means: 'wait for approval',
    to: '/skills?state=withheld',
    tone: 'warn',
    isRare: true,
  },
  { key: 'disabled', label: 'Disabled', means: 'turned off by you', to: '/skills?state=disabled', tone: 'soft' },
  { key: 'shadowed', label: 'Shadowed', means: 'hidden by a nearer one', to: '/skills?state=shadowed', tone: 'soft' },
  {
    key: 'refused',
    label: 'Refused',
    means: 'cannot be loaded',
    to: '/skills?state=refused',
    tone: 'bad',
    isRare: true,
  },
  {
    key: 'flagged',
    label: 'Flagged',
    means: 'the scan found something',
    to: '/skills?severity=block&severity=warn',
    tone: 'warn',
  },
]

interface CountsProps {
  readonly counts: SkillCounts
  readonly scanning: OverviewView['scanning']
}

export function Counts({ counts, scanning }: CountsProps) {
  /** Before the scan has ended, a zero says nothing. */
  const isUnknown = (key: keyof SkillCounts) => key === 'flagged' && counts.flagged === 0 && counts.unscanned > 0
  const shown = FIGURES.filter(({ key, isRare }) => isRare !== true || counts[key] > 0)
  return (
    <ul className="figures">
      {shown.map(({ key, label, means, to, tone }) => (
        <li key={key}>
          <Link to={to} className="figure">
            <span className={`figure-value ${counts[key] === 0 ? 'soft' : tone}`}>
              {isUnknown(key) ? '–' : count(counts[key])}
            </span>
            <span className="figure-label">{label}</span>
            <span className="figure-means">
              {isUnknown(key) ? (scanning === null ? 'not scanned yet' : 'the scan is running') : means}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
