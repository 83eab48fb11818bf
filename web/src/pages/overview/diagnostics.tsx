import type { DiagnosticView } from '@api/common.js'
import { CopyButton } from '../../parts/copy.js'

const TONES = { error: 'bad', warning: 'warn', notice: 'soft' } as const

/** Problems with their place and what to do about each. */
export function Diagnostics({ diagnostics }: { readonly diagnostics: readonly DiagnosticView[] }) {
  return (
    <ul className="rows">
      {diagnostics.map((one) => (
        <li key={`${one.code} ${one.file} ${one.line} ${one.message}`} className="rows-line">
          <p className="break">
            <span className={`badge badge-${TONES[one.severity]}`}>{one.severity}</span> {one.message}
          </p>
          {one.suggestion === undefined ? null : <p className="soft break">{one.suggestion}</p>}
          {one.file === undefined ? null : <Place file={one.file} line={one.line} />}
        </li>
      ))}
    </ul>
  )
}

function Place({ file, line }: { readonly file: string; readonly line: number }) {
  const place = `${file}:${line}`
  return (
    <p className="row-fixed small soft">
      <span className="mono break">{place}</span>
      <CopyButton text={place} what={`the place ${place}`} />
    </p>
  )
}
