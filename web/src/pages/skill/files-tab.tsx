import type { FileRow, SkillView } from '@api/skill.js'
import { CopyButton } from '../../parts/copy.js'
import { FileList } from '../../parts/file-list.js'
import { FileText } from '../../parts/file-text.js'
import { bytes, plural, shortDigest } from '../../parts/format.js'
import { Panel } from '../../parts/panel.js'
import { Show } from '../../parts/waiting.js'
import { useParameter } from '../../router/location.js'
import { skillPath } from '../../router/route.js'
import { useAnswer } from '../../server/answers.js'

/** Every file of the skill, and one of them in a viewer with its findings. */
export function FilesTab({ skill }: { readonly skill: SkillView }) {
  const files = useAnswer('GET /api/skill/files', { skill: skill.id })
  const [chosen] = useParameter('file')
  const path = chosen === '' ? skill.mainFile : chosen
  return (
    <Show answer={files} lines={12}>
      {(value) => (
        <div className="stack">
          <Panel
            title={plural(value.files.entries.length + value.files.left, 'file')}
            note={bytes(value.bytes)}
            actions={
              value.digest === null ? undefined : <Digest digest={value.digest} isUnchanged={value.isUnchanged} />
            }
          >
            <FileList
              files={value.files.entries}
              current={path}
              toFile={(file: FileRow) => skillPath(skill.id, { tab: 'files', file: file.path })}
            />
            {value.files.left === 0 ? null : <p className="panel-note">{plural(value.files.left, 'more file')}</p>}
          </Panel>
          <OneFile skill={skill} path={path} />
        </div>
      )}
    </Show>
  )
}

function OneFile({ skill, path }: { readonly skill: SkillView; readonly path: string }) {
  const file = useAnswer('GET /api/skill/file', { skill: skill.id, path })
  const audit = useAnswer('GET /api/skill/audit', { skill: skill.id }).value
  const [line] = useParameter('line')
  return (
    <Show answer={file} lines={14}>
      {(value) => (
        <FileText
          file={value}
          findings={audit?.findings.entries.filter((finding) => finding.file === path)}
          line={line === '' ? undefined : Number(line)}
        />
      )}
    </Show>
  )
}

function Digest({ digest, isUnchanged }: { readonly digest: string; readonly isUnchanged: boolean | null }) {
  return (
    <>
      {isUnchanged === null ? null : (
        <span className={`badge ${isUnchanged ? 'badge-good' : 'badge-warn'}`}>
          {isUnchanged ? 'As installed' : 'Edited since the installation'}
        </span>
      )}
      <span className="mono small soft" title={digest}>
        {shortDigest(digest)}
      </span>
      <CopyButton text={digest} what="the digest" />
    </>
  )
}
