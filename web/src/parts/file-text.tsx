import type { FileView } from '@api/skill.js'
import type { Finding } from '../../../packages/metier/src/gate/finding.js'
import { CodeViewer, FindingNote } from './code/code-viewer.js'
import { CopyButton } from './copy.js'
import { bytes } from './format.js'

interface FileTextProps {
  readonly file: FileView
  readonly findings?: readonly Finding[] | undefined
  readonly line?: number | undefined
}

const NONE: readonly Finding[] = []

/** One file as data, with what the scan found in it. */
export function FileText({ file, findings = NONE, line }: FileTextProps) {
  return (
    <div className="panel">
      <div className="panel-head">
        <span className="mono break">{file.path}</span>
        {file.kind === 'text' ? <CopyButton text={file.text} what={`the text of ${file.path}`} label="Copy" /> : null}
      </div>
      {file.kind === 'text' ? (
        <CodeViewer text={file.text} label={`Text of ${file.path}`} findings={findings} line={line} />
      ) : (
        <div className="panel-note">
          <p>
            {file.message}
            {file.size === null ? '' : ` (${bytes(file.size)})`}
          </p>
          {findings.map((finding) => (
            <FindingNote key={`${finding.rule}:${finding.message}`} finding={finding} />
          ))}
        </div>
      )}
    </div>
  )
}
