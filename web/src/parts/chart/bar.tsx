interface BarProps {
  /** From 0 to 1. */
  readonly share: number
  readonly tone?: 'accent' | 'soft' | 'bad'
}

/** A share as a bar next to its number, which says the same in words. */
export function Bar({ share, tone = 'accent' }: BarProps) {
  const width = `${Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10}%`
  return (
    <svg className={`bar bar-${tone}`} width="100%" height="6" aria-hidden="true" preserveAspectRatio="none">
      <rect className="bar-space" width="100%" height="6" rx="3" />
      <rect className="bar-fill" width={width} height="6" rx="3" />
    </svg>
  )
}
