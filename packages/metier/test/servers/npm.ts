/** An npm registry on loopback: records and archives of packages, and whatever else a test makes wrong. */

import { createHash } from 'node:crypto'
import { type LoopbackServer, listen, type Reply } from './listen.js'
import { makeTarGz } from './make-archive.js'

interface PublishedVersion {
  readonly files: Readonly<Record<string, string>>
  /** Replaces the true digest; null for a record that has only a SHA-1. */
  readonly integrity?: string | null
  /** Replaces the URL of the archive. */
  readonly tarball?: string
  readonly record?: object
}

export interface NpmRegistry extends LoopbackServer {
  /** The `Authorization` headers by path; empty if there was none. */
  readonly authorizations: Map<string, string>
}

type Packages = Readonly<Record<string, Readonly<Record<string, PublishedVersion>>>>

export interface RegistryShape {
  /** The tag `latest`, by package; the last version otherwise. */
  readonly latest?: Readonly<Record<string, string>>
  /** Answers before the packages do. */
  readonly answer?: (path: string, url: string) => Reply | undefined
  /** Only with this header. */
  readonly authorization?: string
}

export function packPackage(files: Readonly<Record<string, string>>): Uint8Array {
  return makeTarGz(Object.entries(files).map(([path, content]) => ({ name: `package/${path}`, content })))
}

export function integrityOf(bytes: Uint8Array, algorithm = 'sha512'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

export async function startNpmRegistry(packages: Packages, shape: RegistryShape = {}): Promise<NpmRegistry> {
  const authorizations = new Map<string, string>()
  const server: LoopbackServer = await listen((path, request) => {
    authorizations.set(path, request.headers.authorization ?? '')
    if (shape.authorization !== undefined && request.headers.authorization !== shape.authorization) {
      return { status: 401, body: {} }
    }
    return shape.answer?.(path, server.url) ?? answerPath(path, packages, shape, server.url)
  })
  return { ...server, authorizations }
}

function answerPath(path: string, packages: Packages, shape: RegistryShape, url: string): Reply {
  const [, name = '', version = ''] = /^\/(.+?)\/-\/(.+)\.tgz$/.exec(path) ?? []
  const published = packages[name]?.[version]
  if (published !== undefined) return { body: packPackage(published.files) }
  const asked = path.slice(1).replace('%2f', '/')
  const versions = packages[asked]
  return versions === undefined ? { status: 404, body: {} } : { body: recordOf(asked, versions, shape, url) }
}

function recordOf(name: string, versions: Packages[string], { latest }: RegistryShape, url: string): object {
  const all = Object.keys(versions)
  return {
    name,
    'dist-tags': { latest: latest?.[name] ?? all.at(-1), next: all.at(-1) },
    versions: Object.fromEntries(
      Object.entries(versions).map(([version, { files, integrity, tarball, record }]) => [
        version,
        {
          name,
          version,
          ...record,
          dist: distOf(packPackage(files), integrity, tarball ?? `${url}/${name}/-/${version}.tgz`),
        },
      ]),
    ),
  }
}

function distOf(bytes: Uint8Array, integrity: string | null | undefined, tarball: string): object {
  const shasum = createHash('sha1').update(bytes).digest('hex')
  return { shasum, tarball, ...(integrity !== null && { integrity: integrity ?? integrityOf(bytes) }) }
}
