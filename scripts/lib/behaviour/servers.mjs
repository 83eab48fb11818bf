// One server on loopback that plays a ClawHub registry, a host with a well-known index, a file host and a git host.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { makeTarGz, makeZip } from './archives.mjs'
import { OFFERED, REGISTRY_SKILLS } from './fixtures/offered.mjs'
import { commitRepository, serveRepository } from './repository.mjs'

const SCHEMA = 'https://schemas.example.com/discovery/0.2.0/schema.json'

/** Starts it on a free port; `folder` is where its git repository is made. */
export async function startServer(folder) {
  commitRepository(folder)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://server')
    if (url.pathname.startsWith('/owner/')) serveRepository(folder, url, request, response)
    else send(response, answerTo(url))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const host = `127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://${host}`, host, folder, close }
}

function send(response, { status = 200, body = 'Not found' }) {
  const isData = typeof body === 'string' || body instanceof Uint8Array
  response.writeHead(status, { 'content-type': isData ? 'text/plain; charset=utf-8' : 'application/json' })
  response.end(isData ? body : JSON.stringify(body))
}

function answerTo(url) {
  if (url.pathname.startsWith('/api/v1/')) return answerOfRegistry(url)
  const page = PAGES[url.pathname]
  return page === undefined ? { status: 404 } : { body: page }
}

const LETTER_ZIP = makeZip({
  'SKILL.md': OFFERED['letter/SKILL.md'],
  'forms/note.txt': OFFERED['letter/forms/note.txt'],
})
const LETTER_TAR = makeTarGz({ 'letter/SKILL.md': OFFERED['letter/SKILL.md'] })

const PAGES = {
  '/files/letter.zip': LETTER_ZIP,
  '/files/letter.tar.gz': LETTER_TAR,
  '/files/broken.zip': 'This is no archive.',
  '/files/letter/SKILL.md': OFFERED['letter/SKILL.md'],
  '/.well-known/agent-skills/index.json': {
    $schema: SCHEMA,
    skills: [
      {
        name: 'letter',
        type: 'archive',
        description: 'Writes formal letters.',
        url: '/files/letter.zip',
        digest: `sha256:${createHash('sha256').update(LETTER_ZIP).digest('hex')}`,
      },
      {
        name: 'tampered',
        type: 'archive',
        description: 'Has another digest than promised.',
        url: '/files/letter.tar.gz',
        digest: `sha256:${'0'.repeat(64)}`,
      },
    ],
  },
}

function answerOfRegistry(url) {
  const path = url.pathname.slice('/api/v1'.length)
  if (path === '/search') return search(url.searchParams)
  if (path === '/download') return download(url.searchParams)
  const [, slug = '', , version] = /^\/skills\/([^/]+)(\/versions\/([^/]+)|\/versions|\/install)?$/.exec(path) ?? []
  const skill = REGISTRY_SKILLS.find((candidate) => candidate.slug === slug)
  if (skill === undefined) return { status: 404, body: 'Skill not found' }
  if (path.endsWith('/install')) return { body: { ok: false, reason: 'archive_version_missing' } }
  if (path.endsWith('/versions')) return { body: { items: skill.versions.map(asListed), nextCursor: null } }
  return version === undefined ? describeSkill(skill) : describeVersion(skill, version)
}

function asListed({ version }, at) {
  return { version, createdAt: at }
}

function search(parameters) {
  const words = (parameters.get('q') ?? '').toLowerCase().split(/\s+/)
  const found = REGISTRY_SKILLS.filter(({ slug }) => words.some((word) => slug.includes(word)))
  const results = found.map(({ slug, owner, summary, versions }, at) => ({
    score: found.length - at,
    slug,
    ownerHandle: owner,
    displayName: slug,
    summary,
    version: versions.at(-1).version,
    downloads: 7 + at,
  }))
  return { body: { results } }
}

function describeSkill({ slug, owner, summary, versions, moderation = null }) {
  const skill = { slug, displayName: slug, summary, tags: {} }
  return { body: { skill, latestVersion: { version: versions.at(-1).version }, owner: { handle: owner }, moderation } }
}

function describeVersion(skill, wanted) {
  const found = skill.versions.find(({ version }) => version === wanted)
  if (found === undefined) return { status: 404, body: 'Version not found' }
  const files = Object.entries(found.files).map(([path, text]) => ({
    path,
    size: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    contentType: 'text/plain',
  }))
  return { body: { skill: { slug: skill.slug }, version: { version: wanted, createdAt: 1, files } } }
}

function download(parameters) {
  const skill = REGISTRY_SKILLS.find(({ slug }) => slug === parameters.get('slug'))
  const found = skill?.versions.find(({ version }) => version === parameters.get('version'))
  if (found === undefined) return { status: 404, body: 'Version not found' }
  const meta = JSON.stringify({ ownerId: 'o', slug: skill.slug, version: found.version, publishedAt: 1 })
  return { body: makeZip({ ...found.files, '_meta.json': meta }) }
}
