import { FileList } from '../../../parts/file-list.js'
import { bytes, plural } from '../../../parts/format.js'
import { Panel } from '../../../parts/panel.js'
import { useParameter } from '../../../router/location.js'
import { VersionFile } from '../../parts/version-file.js'
import { findMainFile } from './main-file.js'
import { type SkillTabProps, toTab } from './skill-tab.js'

/** Every file of the version, and one of them in a viewer with its findings. */
export function FilesTab({ view, version }: SkillTabProps) {
  const [chosen] = useParameter('file')
  const [line] = useParameter('line')
  const path = chosen === '' ? (findMainFile(version.files)?.path ?? '') : chosen
  const total = version.files.reduce((sum, { size }) => sum + size, 0)
  return (
    <div className="stack">
      <Panel title={plural(version.files.length, 'file')} note={bytes(total)}>
        {version.files.length === 0 ? (
          <p className="panel-note">The files of this version are not served.</p>
        ) : (
          <FileList
            files={version.files}
            current={path}
            toFile={(file) => toTab(view, version, { tab: 'files', file: file.path })}
          />
        )}
      </Panel>
      {path === '' ? null : (
        <VersionFile
          name={{ slug: view.skill.slug, owner: view.owner.handle, version: version.version }}
          path={path}
          findings={version.scan?.findings}
          line={line === '' ? undefined : Number(line)}
        />
      )}
    </div>
  )
}
