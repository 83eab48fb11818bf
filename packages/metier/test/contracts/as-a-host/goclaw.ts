/** The skills that seed 003 speaks of, a machine that they run on, and a ClawHub of one skill. */

import { createHash } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { skillText, temporaryFolder, writeFiles } from '../../support/temporary.js'
import { Runtime } from './programs/skills-host.js'

type Metadata = Readonly<Record<string, unknown>>

/** A SKILL.md with OpenClaw's metadata. */
function openclawText(name: string, description: string, openclaw: Metadata, body = `# ${name}`): string {
  const metadata = JSON.stringify({ openclaw })
  return `---\nname: ${name}\ndescription: ${description}\nmetadata: ${metadata}\n---\n\n${body}\n`
}

export const HIMALAYA = openclawText('himalaya', 'CLI to manage emails via IMAP/SMTP', {
  emoji: '📧',
  requires: { bins: ['himalaya'] },
  install: [
    { id: 'cargo', kind: 'cargo', crate: 'himalaya', label: 'Install via cargo' },
    { id: 'brew', kind: 'brew', formula: 'himalaya', label: 'Install via Homebrew' },
  ],
})

const SKILLS = {
  'weather/SKILL.md': openclawText('weather', 'Get current weather and forecasts (no API key required)', {
    emoji: '🌤️',
    requires: { bins: ['curl'] },
  }),
  'discord/SKILL.md': openclawText('discord', 'Control Discord via the discord tool', { emoji: '💬' }),
  'himalaya/SKILL.md': HIMALAYA,
  'video-frames/SKILL.md': openclawText('video-frames', 'Extract frames from videos', {
    emoji: '🎞️',
    requires: { bins: ['ffmpeg'] },
    install: [
      { id: 'apt', kind: 'apt', package: 'ffmpeg', label: 'Install via apt' },
      { id: 'brew', kind: 'brew', formula: 'ffmpeg', label: 'Install via Homebrew' },
    ],
  }),
  'apple-notes/SKILL.md': openclawText('apple-notes', 'Manage Apple Notes', { emoji: '📝', os: ['darwin'] }),
  'plain/SKILL.md': skillText('plain'),
}

/** A machine with some programs on its PATH, and a function that installs a further one. */
export function createMachine(...programs: readonly string[]) {
  const path = temporaryFolder({ 'bin/': '' })
  const addProgram = (name: string, script = '#!/bin/sh\n') => {
    writeFiles(path, { [`bin/${name}`]: script })
    chmodSync(join(path, 'bin', name), 0o755)
  }
  for (const program of programs) addProgram(program)
  return { path, addProgram, environment: { os: 'linux', variables: { PATH: join(path, 'bin') } } }
}

/** A runtime over the document's skills. */
export async function startRuntime() {
  const machine = createMachine('curl')
  const root = temporaryFolder(SKILLS)
  const place = { home: temporaryFolder(), workdir: temporaryFolder(), roots: [{ path: root }] }
  const options = { ...place, environment: machine.environment }
  return { ...machine, root, options, runtime: await Runtime.start(options) }
}

/** A registry on loopback that has one version of one skill; `requests` are the paths that were asked for. */
export async function startClawHub(slug: string, text: string) {
  const requests: string[] = []
  const archive = zipFile('SKILL.md', text)
  const files = [
    { path: 'SKILL.md', size: Buffer.byteLength(text), sha256: sha256(text), contentType: 'text/markdown' },
  ]
  const version = { version: '1.0.0', createdAt: 1, changelog: '' }
  const answers: Readonly<Record<string, unknown>> = {
    [`/api/v1/skills/${slug}`]: { skill: { slug, displayName: slug }, latestVersion: version, owner: null },
    [`/api/v1/skills/${slug}/versions/1.0.0`]: { skill: { slug }, version: { ...version, files } },
    '/api/v1/download': archive,
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    requests.push(pathname)
    const answer = answers[pathname]
    if (answer === undefined) response.writeHead(404).end('Not found')
    else if (answer === archive) response.writeHead(200, { 'content-type': 'application/zip' }).end(archive)
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return { requests, host, sources: { registry: `http://${host}`, allowedHosts: [host], variables: {} } }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A zip archive of one stored file. */
function zipFile(name: string, text: string): Buffer {
  const path = Buffer.from(name)
  const content = Buffer.from(text)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(0x21, 8)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(path.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, content])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, Buffer.alloc(14), path])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end])
}
