/** Ways to dress a skill's files up that change nothing of what an agent reads or an interpreter runs. */

import type { BundleFile } from '../../../src/gate/bundle.js'
import { makeTarGz, makeZip } from '../../servers/make-archive.js'

/** The files in disguise; undefined if the disguise fits none of them. */
export type Disguise = (files: readonly BundleFile[]) => readonly BundleFile[] | undefined

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const SCRIPT = /\.(?:sh|bash|py|js|mjs|cjs|rb|pl)$/i
const MAIN = /^skill\.md$/i

/** Changes the bytes of those files whose path fits. */
function onFiles(pattern: RegExp, change: (bytes: Uint8Array, path: string) => Uint8Array): Disguise {
  return (files) => {
    const chosen = files.filter(({ path, bytes }) => pattern.test(path) && bytes.length > 0)
    if (chosen.length === 0) return undefined
    return files.map((file) => (chosen.includes(file) ? { ...file, bytes: change(file.bytes, file.path) } : file))
  }
}

function joined(...pieces: readonly (Uint8Array | string)[]): Uint8Array {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A comment as the first line that is not a shebang. */
function withComment(bytes: Uint8Array, path: string, comment: Uint8Array): Uint8Array {
  const text = decoder.decode(bytes)
  const end = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0
  const head = encoder.encode(text.slice(0, end))
  return joined(head, /js$/i.test(path) ? '// ' : '# ', comment, '\n', bytes.subarray(head.length))
}

function utf16(bytes: Uint8Array, mark: boolean, isBig: boolean): Uint8Array {
  const text = `${mark ? '\ufeff' : ''}${decoder.decode(bytes)}`
  const all = new Uint8Array(text.length * 2)
  const view = new DataView(all.buffer)
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), !isBig)
  return all
}

const SHEBANGS = ['#!/usr/bin/ruby', '#!/usr/bin/perl', '#!/usr/bin/env node', '#!/bin/sh', '#!/usr/bin/env python3']

/** One that its name does not stand for, on top of whatever was there. */
function withShebang(bytes: Uint8Array, shebang: string): Uint8Array {
  const text = decoder.decode(bytes)
  const end = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0
  return joined(`${shebang}\n`, text.slice(end))
}

const INTERPRETERS: Readonly<Record<string, string>> = { sh: 'sh', bash: 'bash', py: 'python3', rb: 'ruby', pl: 'perl' }

/** Other paths for the scripts; every text that names them follows, and SKILL.md runs them. */
function renamed(rename: (path: string) => string): Disguise {
  return (files) => {
    const moved = files.filter(({ path }) => SCRIPT.test(path) && rename(path) !== path)
    if (moved.length === 0) return undefined
    const names = moved.map(({ path }) => [path, rename(path)] as const)
    const follow = (text: string) =>
      names.reduce((before, [from, to]) => before.replaceAll(from, to).replaceAll(nameOf(from), nameOf(to)), text)
    const runs = names.map(([from, to]) => {
      const extension = from.slice(from.lastIndexOf('.') + 1).toLowerCase()
      return `Run \`${INTERPRETERS[extension] ?? 'node'} ${to}\`.\n`
    })
    return files.map((file) => {
      const bytes = isText(file) ? encoder.encode(follow(decoder.decode(file.bytes))) : file.bytes
      const path = names.find(([from]) => from === file.path)?.[1] ?? file.path
      return { ...file, path, bytes: MAIN.test(path) ? joined(bytes, '\n', ...runs) : bytes }
    })
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function isText({ bytes }: BundleFile): boolean {
  return !bytes.subarray(0, 8192).includes(0)
}

/** Every script in one archive instead. */
function wrapped(name: string, pack: (files: readonly BundleFile[]) => Uint8Array): Disguise {
  return (files) => {
    const scripts = files.filter(({ path }) => SCRIPT.test(path))
    if (scripts.length === 0) return undefined
    const rest = files.filter((file) => !scripts.includes(file))
    return [...rest, { path: name, bytes: pack(scripts), isExecutable: false }]
  }
}

const entries = (files: readonly BundleFile[]) => files.map(({ path, bytes }) => ({ name: path, content: bytes }))
const zip = (files: readonly BundleFile[]) => makeZip(entries(files))

export const DISGUISES: Readonly<Record<string, Disguise>> = {
  'a zero byte after SKILL.md': onFiles(MAIN, (bytes) => joined(bytes, '\0')),
  'a zero byte before SKILL.md': onFiles(MAIN, (bytes) => joined('\0', bytes)),
  'zero bytes after every text': onFiles(/\.(?:md|txt|sh|py|js|json|ya?ml)$/i, (bytes) => joined(bytes, '\0\0\0\0')),
  'a zero byte in a comment of each script': onFiles(SCRIPT, (bytes, path) =>
    withComment(bytes, path, Uint8Array.of(0)),
  ),
  'more zero bytes than code': onFiles(SCRIPT, (bytes, path) =>
    withComment(bytes, path, new Uint8Array(bytes.length * 3)),
  ),
  'a comment of invalid UTF-8': onFiles(SCRIPT, (bytes, path) =>
    withComment(bytes, path, new Uint8Array(bytes.length).fill(0xfe)),
  ),
  'invalid UTF-8 after SKILL.md': onFiles(MAIN, (bytes) => joined(bytes, new Uint8Array(bytes.length).fill(0xff))),
  'byte order marks': onFiles(/\.(?:md|txt|sh|py|js|json|ya?ml)$/i, (bytes) => joined('\ufeff', bytes)),
  'UTF-16 with a mark': onFiles(/\.(?:md|txt|ps1)$/i, (bytes) => utf16(bytes, true, false)),
  'big-endian UTF-16': onFiles(/\.(?:md|txt|ps1)$/i, (bytes) => utf16(bytes, true, true)),
  'a mark of UTF-16 before what is none': onFiles(/\.(?:md|txt|sh|py|js|ps1)$/i, (bytes) =>
    joined(Uint8Array.of(0xff, 0xfe), bytes),
  ),
  'a mark of UTF-16 and zero bytes at odd places': onFiles(/\.(?:md|sh)$/i, (bytes) =>
    joined(Uint8Array.of(0xff, 0xfe), '#\0'.repeat(bytes.length), '\n', bytes),
  ),
  'UTF-16 without a mark': onFiles(/\.(?:md|txt|ps1)$/i, (bytes) => utf16(bytes, false, false)),
  ...Object.fromEntries(
    SHEBANGS.map((shebang): [string, Disguise] => [
      `${shebang} on every script`,
      onFiles(SCRIPT, (bytes) => withShebang(bytes, shebang)),
    ]),
  ),
  ...Object.fromEntries(
    ['.txt', '.dat', '.md', '.png', '.json', '.rb', ''].map((extension): [string, Disguise] => [
      `scripts named ${extension === '' ? 'without an extension' : extension}`,
      renamed((path) => path.replace(SCRIPT, extension)),
    ]),
  ),
  ...Object.fromEntries(
    ['tests', 'fixtures', '__tests__', 'evals', 'node_modules/x'].map((folder): [string, Disguise] => [
      `scripts in ${folder}/`,
      renamed((path) => `${folder}/${nameOf(path)}`),
    ]),
  ),
  ...Object.fromEntries(
    ['whl', 'jar', 'skill', 'mcpb', 'docx', 'xlsx', 'vsix', 'nupkg', 'zip', 'png', 'dat'].map(
      (extension): [string, Disguise] => [
        `scripts in a zip named .${extension}`,
        wrapped(`lib/pack.${extension}`, zip),
      ],
    ),
  ),
  'scripts in a zip in a zip': wrapped('lib/pack.docx', (files) =>
    makeZip([{ name: 'inner.bin', content: zip(files) }]),
  ),
  'scripts in a tarball': wrapped('lib/pack.dat', (files) => makeTarGz(entries(files))),
  'scripts in a zip behind a picture': wrapped('assets/logo.png', (files) => joined(PICTURE, zip(files))),
}

/** The smallest picture there is. */
const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)
