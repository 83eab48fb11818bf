import { useMemo } from 'react'
import type { FindingView } from '../../../../packages/hub/src/routes/views.js'
import { CodeViewer, FindingNote } from '../../parts/code/code-viewer.js'
import { CopyButton } from '../../parts/copy.js'
import { Placeholder } from '../../parts/waiting.js'
import { withParameters } from '../../router/route.js'
import { useAnswer } from '../server/answers.js'

/** A version of a skill of an owner. */
interface VersionName {
  readonly slug: string
  readonly owner: string
  readonly version: string
}

interface VersionFileProps {
  readonly name: VersionName
  readonly path: string
  readonly findings?: readonly FindingView[] | undefined
  readonly line?: number | undefined
}

/** One file as data, with what the scan found below the lines that it is about. */
export function VersionFile({ name, path, findings, line }: VersionFileProps) {
  const file = useAnswer('GET /api/v1/skills/:slug/file', { ...name, path, preview: 1 })
  const own = useMemo(() => findings?.filter((finding) => finding.file === path) ?? [], [findings, path])
  const { slug, owner, version } = name
  const download = withParameters(`/api/v1/skills/${encodeURIComponent(slug)}/file`, { owner, version, path })
  return (
    <section className="panel" aria-label={path}>
      <div className="panel-head">
        <span className="mono break">{path}</span>
        <span className="row">
          {file.value === undefined ? null : <CopyButton text={file.value} what={`the text of ${path}`} label="Copy" />}
          <a className="button button-quiet" href={download} download>
            Download
          </a>
        </span>
      </div>
      {file.value !== undefined ? (
        <CodeViewer text={file.value} label={`Text of ${path}`} findings={own} line={line} />
      ) : file.problem === undefined ? (
        <Placeholder lines={14} />
      ) : (
        <div className="panel-note stack">
          <p className="break">{file.problem.message}</p>
          {own.map((finding) => (
            <FindingNote key={`${finding.rule}:${finding.line}:${finding.message}`} finding={finding} />
          ))}
        </div>
      )}
    </section>
  )
}
