import type { BundleView, InstallView } from '@api/installs.js'
import { FindingNote } from '../../parts/code/code-viewer.js'
import { FileList } from '../../parts/file-list.js'
import { FileText } from '../../parts/file-text.js'
import { bytes, plural } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { Link } from '../../router/link.js'
import { useParameter } from '../../router/location.js'
import { withParameters } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

interface BundlePanelProps {
  readonly install: InstallView
  readonly bundle: BundleView
}

/** Everything that was fetched: what the scan found, and every file to read. */
export function BundlePanel({ install, bundle }: BundlePanelProps) {
  const [chosen] = useParameter('file')
  const path =
    chosen === '' ? (bundle.files.find(({ path: one }) => one === 'SKILL.md') ?? bundle.files[0])?.path : chosen
  const isReadable = install.state === 'waiting' || install.state === 'refused'
  return (
    <>
      {bundle.findings.entries.length === 0 ? null : <Findings install={install} bundle={bundle} />}
      {isReadable ? <Files install={install} bundle={bundle} path={path ?? ''} /> : null}
      {isReadable && path !== undefined ? <QuarantinedFile install={install} bundle={bundle} path={path} /> : null}
    </>
  )
}

function Files({ install, bundle, path }: BundlePanelProps & { readonly path: string }) {
  return (
    <Panel title={plural(bundle.files.length, 'file')} note={bytes(bundle.bytes)}>
      {bundle.brings.length === 0 ? null : (
        <p className="panel-note">Brings {bundle.brings.join(', ')}, which take effect only after you approve them.</p>
      )}
      <FileList
        files={bundle.files}
        current={path}
        toFile={(file) => withParameters('/install', { install: install.id, file: file.path })}
      />
      {bundle.leftOut.length === 0 ? null : <p className="panel-note break">Left out: {bundle.leftOut.join(', ')}</p>}
    </Panel>
  )
}

function QuarantinedFile({ install, bundle, path }: BundlePanelProps & { readonly path: string }) {
  const file = useAnswer('GET /api/install/file', { id: install.id, path })
  const [line] = useParameter('line')
  return (
    <Show answer={file} lines={14}>
      {(value) => (
        <FileText
          file={value}
          findings={bundle.findings.entries.filter((finding) => finding.file === path)}
          line={line === '' ? undefined : Number(line)}
        />
      )}
    </Show>
  )
}

function Findings({ install, bundle }: BundlePanelProps) {
  return (
    <Panel title="What the scan found" note={plural(bundle.findings.entries.length + bundle.findings.left, 'finding')}>
      <ul className="rows">
        {bundle.findings.entries.map((finding) => (
          <li
            key={`${finding.rule} ${finding.file} ${finding.line} ${finding.column}`}
            className="rows-line stack-tight"
          >
            <FindingNote finding={finding} />
            <Link
              className="mono small"
              to={withParameters('/install', { install: install.id, file: finding.file, line: String(finding.line) })}
            >
              {finding.file}:{finding.line}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
