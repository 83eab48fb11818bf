// Fills a hub by COPY: the rows that publishing would write, without a scan for each.
import { createHash } from 'node:crypto'
import { chmodSync, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { makeSkills } from './texts.mjs'

const FIELDS = ['name', 'slug', 'tags', 'description', 'headings', 'body', 'parents']
const TABLES = {
  blobs: 'sha256, size, checksum, is_deflated, data',
  skills: 'id, owner_id, slug, display_name, summary, visibility, downloads',
  versions:
    'id, skill_id, version, slug, position, status, description, frontmatter, content_digest, archive_digest, archive_size, download_digest, download_size, plugin_digest, plugin_size, is_signed_by_author, published_by',
  version_files: 'version_id, part, path, sha256, size, content_type, is_executable',
  scans: 'version_id, rule_set, verdict, findings',
  search_terms: 'term, weight, skill_id, field',
  search_words: 'term, skills',
}

/** Writes one file for each table; gives their paths. */
export async function writeRows(folder, count, dist) {
  const { assembleZip, listSearchTerms, packContent, RULE_SET } = await import(
    pathToFileURL(join(dist, 'gate.js')).href
  )
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const streams = Object.fromEntries(
    Object.keys(TABLES).map((name) => [name, createWriteStream(join(folder, `${name}.tsv`))]),
  )
  const write = (name, values) => {
    streams[name].write(`${values.map(toColumn).join('\t')}\n`)
  }
  const words = new Map()
  let id = 0
  for (const { name, description, body } of makeSkills(count)) {
    id++
    const text = `---\nname: ${name}\ndescription: ${description}\n---\n${body}`
    const packed = packContent(Buffer.from(text))
    const zip = assembleZip([{ path: 'SKILL.md', isExecutable: false, ...packed }])
    const [digest, archive] = [hash(text), hash(zip)]
    write('blobs', [digest, packed.size, packed.checksum, packed.isDeflated, bytea(packed.data)])
    write('skills', [id, 1, name, name, description, 'public', id % 1000])
    write('versions', [
      id,
      id,
      '1.0.0',
      name,
      '000000000000001.000000000000000.000000000000000~',
      'published',
      description,
      '{}',
      digest,
      archive,
      zip.length,
      archive,
      zip.length,
      archive,
      zip.length,
      true,
      1,
    ])
    write('version_files', [id, 'skill', 'SKILL.md', digest, text.length, 'text/markdown', false])
    write('scans', [id, RULE_SET, 'pass', '[]'])
    for (const { term, weight, field } of listSearchTerms({
      name,
      slug: `bench/${name}`,
      description,
      tags: [],
      body,
    })) {
      write('search_terms', [term, weight, id, FIELDS.indexOf(field)])
      words.set(term, (words.get(term) ?? 0) + 1)
    }
    // A stream that is not awaited would keep everything in memory.
    if (id % 500 === 0)
      await Promise.all(Object.values(streams).map((stream) => new Promise((resolve) => stream.write('', resolve))))
  }
  for (const [term, skills] of words) write('search_words', [term, skills])
  for (const stream of Object.values(streams)) stream.end()
  await Promise.all(Object.values(streams).map((stream) => finished(stream)))
  return Object.fromEntries(Object.keys(TABLES).map((name) => [name, join(folder, `${name}.tsv`)]))
}

/** Loads the files. `copy` copies one into a table; `query` sends a statement. */
export async function loadRows(files, { copy, query }) {
  await query("insert into users (handle) values ('bench')")
  await query("insert into owners (handle) values ('bench')")
  for (const [name, columns] of Object.entries(TABLES)) await copy(`${name} (${columns})`, files[name])
  for (const name of ['skills', 'versions']) {
    await query(`select setval(pg_get_serial_sequence('${name}', 'id'), (select max(id) from ${name}))`)
  }
  // The versions come after their skills.
  await query('update skills set latest_id = id')
  await query('analyze')
}

function toColumn(value) {
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
}

function hash(content) {
  return bytea(createHash('sha256').update(content).digest())
}

function bytea(bytes) {
  return `\\x${Buffer.from(bytes).toString('hex')}`
}
