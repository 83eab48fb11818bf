/** Skills, a place for a site, and a publication in this process. */

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { scanBundle } from '../../src/gate/scan.js'
import { type PublishOutcome, type PublishRequest, publishSite } from '../../src/publish/publish-site.js'
import { createGateTools } from '../../src/system/scan-process/gate-tools.js'

export const folder = mkdtempSync(join(tmpdir(), 'metier-publish-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

export const skillText = (name: string, more = '', body = 'Text.\n') =>
  `---\nname: ${name}\ndescription: Does ${name} for you. Use it for ${name}.\n${more}---\n${body}`
export const SKILLS = {
  'pdf/SKILL.md': skillText('pdf', 'version: 1.0.0\n'),
  'pdf/references/forms.md': 'Forms.\n',
  'pdf/scripts/run.sh': 'echo hello\n',
  'notes/SKILL.md': skillText('notes'),
}

/** The scan has tests of its own, and takes its time. */
export const SCAN_NOTHING: PublishRequest['scan'] = async () => ({ findings: [], ruleSet: '' })

let count = 0

/** A directory of skills and an empty place for a site. */
export function create(files: Readonly<Record<string, string>> = SKILLS) {
  const place = join(folder, String(count++))
  const directory = join(place, 'skills')
  for (const [path, text] of Object.entries(files)) write(join(directory, path), text)
  return { directory, site: join(place, 'site') }
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export function publish(
  place: ReturnType<typeof create>,
  options: Partial<PublishRequest> = {},
): Promise<PublishOutcome> {
  return publishSite({
    ...place,
    name: 'acme',
    defaultName: 'skills',
    baseUrl: 'https://skills.example.com/team/',
    workdir: folder,
    home: folder,
    scan: (files) => scanBundle(files, createGateTools()),
    isPruned: false,
    isDryRun: false,
    acceptWarnings: async () => false,
    ...options,
  })
}

/** Every file of a directory with its content. */
export function contentsOf(directory: string): Readonly<Record<string, string>> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [path.slice(directory.length + 1), readFileSync(path, 'latin1')]))
}

export const readJson = (...parts: readonly string[]) => JSON.parse(readFileSync(join(...parts), 'utf8'))
export const INDEX = '.well-known/agent-skills/index.json'

/** Each entry of the index, with the digest of what it leads to. */
export function follow(site: string): readonly (readonly [string, boolean])[] {
  return readJson(site, INDEX).skills.map(({ name, url, digest }: Record<'name' | 'url' | 'digest', string>) => {
    const bytes = readFileSync(join(site, dirname(INDEX), url))
    return [name, digest === `sha256:${createHash('sha256').update(bytes).digest('hex')}`]
  })
}
