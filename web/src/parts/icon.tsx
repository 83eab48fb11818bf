/** Sixteen-pixel line icons, drawn for these pages. */

const PATHS = {
  activity: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  alert: 'M8 2 14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  check: 'M3 8.5 6.5 12 13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z',
  down: 'M4 6.5 8 10.5l4-4',
  file: 'M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3',
  install: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  overview: 'M2 2.5h5v6H2zM9 2.5h5v3H9zM9 7.5h5v6H9zM2 10.5h5v3H2z',
  routing: 'M2 8h3.5c3 0 2-5 5-5H14M5.5 8c3 0 2 5 5 5H14M12 1l2 2-2 2M12 11l2 2-2 2',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.7 10.7 14 14',
  skills: 'M2 3.5h12M2 8h12M2 12.5h8',
  spinner: 'M8 1.8A6.2 6.2 0 1 1 1.8 8',
  tools: 'M2.5 4.5 6 8l-3.5 3.5M8 12h5.5',
} as const

export type IconName = keyof typeof PATHS

interface IconProps {
  readonly name: IconName
  readonly className?: string
}

/** An icon next to a word; it says nothing on its own. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg
      className={className}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The mark of Metier. */
export function Mark() {
  return (
    <svg width="20" height="20" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path
        d="M8 23V10l8 8 8-8v13"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
