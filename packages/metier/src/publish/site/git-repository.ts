/**
 * A bare git repository as plain files, for clients that can only clone. Any web server can serve it, because a full clone over
 * HTTP needs nothing but GET. One commit without a parent or a time: the same files give the same repository.
 */

import { Buffer } from 'node:buffer'
import { type ReleasedFile, type SiteFile, textFile } from '../skill-release.js'

const BRANCH = 'refs/heads/main'
const AUTHOR = 'Metier <metier@localhost> 0 +0000'
const CONFIGURATION = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

/** The files of a repository below `folder`, which contains `files` on its only branch. */
export function buildGitRepository(folder: string, files: readonly ReleasedFile[]): readonly SiteFile[] {
  const objects = new Map<string, SiteFile>()
  const tree = writeTree(toFolder(files), (type, content) => {
    const object = packObject(type, content)
    objects.set(object.id, { path: `${folder}/${object.path}`, bytes: object.bytes, isImmutable: true })
    return object.id
  })
  const text = `tree ${tree}\nauthor ${AUTHOR}\ncommitter ${AUTHOR}\n\nPublish skills\n`
  const commit = packObject('commit', Buffer.from(text))
  return [
    ...objects.values(),
    { path: `${folder}/${commit.path}`, bytes: commit.bytes, isImmutable: true },
    textFile(`${folder}/config`, CONFIGURATION),
    textFile(`${folder}/HEAD`, `ref: ${BRANCH}\n`),
    textFile(`${folder}/objects/info/packs`, '\n'),
    textFile(`${folder}/${BRANCH}`, `${commit.id}\n`),
    textFile(`${folder}/info/refs`, `${commit.id}\t${BRANCH}\n`),
  ]
}

type ObjectType = 'blob' | 'tree' | 'commit'
type WriteObject = (type: ObjectType, content: Uint8Array) => string

interface Folder {
  readonly files: Map<string, ReleasedFile>
  readonly folders: Map<string, Folder>
}

function toFolder(files: readonly ReleasedFile[]): Folder {
  const root: Folder = { files: new Map(), folders: new Map() }
  for (const file of files) {
    const parts = file.path.split('/')
    const name = parts.pop() ?? ''
    let folder = root
    for (const part of parts) {
      const below = folder.folders.get(part) ?? { files: new Map(), folders: new Map() }
      folder.folders.set(part, below)
      folder = below
    }
    folder.files.set(name, file)
  }
  return root
}

function writeTree({ files, folders }: Folder, write: WriteObject): string {
  const entries = [
    ...[...files].map(([name, { bytes, isExecutable }]) => {
      return { name, sortedAs: name, mode: isExecutable ? '100755' : '100644', id: write('blob', bytes) }
    }),
    // Git sorts a directory as if its name ended in a slash.
    ...[...folders].map(([name, below]) => {
      return { name, sortedAs: `${name}/`, mode: '40000', id: writeTree(below, write) }
    }),
  ].toSorted((a, b) => Buffer.compare(Buffer.from(a.sortedAs), Buffer.from(b.sortedAs)))
  const content = entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
  return write('tree', Buffer.concat(content))
}

function packObject(type: ObjectType, content: Uint8Array) {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = process.getBuiltinModule('node:crypto').createHash('sha1').update(whole).digest('hex')
  const bytes = process.getBuiltinModule('node:zlib').deflateSync(whole, { level: 9 })
  return { id, bytes, path: `objects/${id.slice(0, 2)}/${id.slice(2)}` }
}
