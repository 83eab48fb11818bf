import { Link } from '../router/link.js'
import { bytes } from './format.js'
import { Icon } from './icon.js'

interface ListedFile {
  readonly path: string
  readonly size: number
  readonly isExecutable: boolean
}

interface FileListProps {
  readonly files: readonly ListedFile[]
  readonly current: string
  readonly toFile: (file: ListedFile) => string
}

export function FileList({ files, current, toFile }: FileListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <nav className="files" aria-label="Files" tabIndex={0}>
      <ul className="rows-tight">
        {files.map((file) => (
          <li key={file.path}>
            <Link to={toFile(file)} aria-current={file.path === current ? 'true' : undefined}>
              <Icon name="file" />
              <span className="mono break">{file.path}</span>
              {file.isExecutable ? <span className="badge">executable</span> : null}
              <span className="soft small files-size">{bytes(file.size)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
