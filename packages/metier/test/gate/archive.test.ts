import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS, type ArchiveProblemCode } from '../../src/gate/archive/archive.js'
import { archiveFormatOf, readArchive } from '../../src/gate/archive/read-archive.js'
import { createGateTools } from '../../src/system/scan-process/gate-tools.js'
import { makeTar, makeTarGz, makeZip, pax, type ZipEntry } from '../servers/make-archive.js'
import { temporaryFolder } from '../support/temporary.js'

const tools = createGateTools()
const textBytes = new Uint8Array(Buffer.from('text'))
const good: ZipEntry = { name: 'SKILL.md', content: '---\nname: a\n---\n' }

function codeOf(bytes: Uint8Array, limits = ARCHIVE_LIMITS): ArchiveProblemCode | 'read' {
  const reading = readArchive(bytes, tools, limits)
  return reading.ok ? 'read' : reading.problem.code
}

function pathsOf(bytes: Uint8Array): readonly string[] {
  const reading = readArchive(bytes, tools)
  return reading.ok ? reading.files.map(({ path }) => path) : [reading.problem.code]
}

describe('what is read', () => {
  test('a zip gives its files in byte order with their contents and executable bits', () => {
    const bytes = makeZip([
      { name: 'scripts/', mode: 0o040755, isStored: true },
      { name: 'scripts/run.sh', content: 'echo 1\n', mode: 0o100755 },
      { name: 'SKILL.md', content: 'text', isStored: true },
    ])
    expect(readArchive(bytes, tools)).toMatchObject({
      ok: true,
      files: [
        { path: 'SKILL.md', bytes: textBytes, isExecutable: false },
        { path: 'scripts/run.sh', isExecutable: true },
      ],
    })
  })

  test('a tar and a tar.gz give the same files', () => {
    const entries = [
      { name: './', type: '5' },
      { name: './SKILL.md', content: 'text' },
      { name: './run', content: 'x'.repeat(600), mode: 0o755 },
    ]
    const expected = [
      { path: 'SKILL.md', bytes: textBytes, isExecutable: false },
      { path: 'run', isExecutable: true },
    ]
    expect(readArchive(makeTar(entries), tools)).toMatchObject({ ok: true, files: expected })
    expect(readArchive(makeTarGz(entries), tools)).toMatchObject({ ok: true, files: expected })
  })

  test('what the usual programs write is read: tar of both dialects, git archive', () => {
    const long = `${'long-folder-name/'.repeat(8)}file.md`
    const folder = temporaryFolder({ 'tree/SKILL.md': 'text', [`tree/${long}`]: 'deep' })
    for (const format of ['gnu', 'pax', 'ustar']) {
      const file = join(folder, `${format}.tar.gz`)
      execFileSync('tar', ['-czf', file, `--format=${format}`, '-C', join(folder, 'tree'), '.'])
      expect(pathsOf(readFileSync(file)), format).toEqual(['SKILL.md', long])
    }
    const repository = join(folder, 'tree')
    const run = (...words: string[]) => execFileSync('git', ['-C', repository, ...words])
    run('init', '-q')
    run('add', '.')
    run('-c', 'user.email=a@example.com', '-c', 'user.name=a', 'commit', '-qm', 'x')
    expect(pathsOf(run('archive', '--format=zip', 'HEAD')), 'zip').toEqual(['SKILL.md', long])
    expect(pathsOf(run('archive', '--format=tar', 'HEAD')), 'tar').toEqual(['SKILL.md', long])
  })

  test('a comment at the end of a zip is no harm', () => {
    expect(codeOf(makeZip([good], { comment: 'c0ffee' }))).toBe('read')
  })

  test('the format is told by the bytes', () => {
    expect(archiveFormatOf(makeZip([good]))).toBe('zip')
    expect(archiveFormatOf(makeTar([{ name: 'a' }]))).toBe('tar')
    expect(archiveFormatOf(makeTarGz([{ name: 'a' }]))).toBe('tar.gz')
    expect(archiveFormatOf(Buffer.from('text'))).toBeUndefined()
    expect(codeOf(Buffer.from('text'))).toBe('unsupported')
  })

  test('archives inside an archive are reported and not opened', () => {
    const inner = makeZip([{ name: '../../evil', content: 'x' }])
    const reading = readArchive(makeZip([good, { name: 'data.bin', content: inner }]), tools)
    expect(reading).toMatchObject({ ok: true, nested: ['data.bin'] })
  })
})

const PATHS: readonly (readonly [string, ArchiveProblemCode])[] = [
  ['../evil', 'traversal'],
  ['a/../../evil', 'traversal'],
  ['/etc/passwd', 'absolute'],
  ['//host/share/x', 'absolute'],
  ['C:/evil', 'drive'],
  ['c:evil', 'drive'],
  ['..\\evil', 'backslash'],
  ['a\\b', 'backslash'],
  ['\\\\host\\share', 'backslash'],
  ['a/./b', 'dot_path'],
  ['.git/config', 'dot_path'],
  ['a/.GIT/hooks/post-checkout', 'dot_path'],
  ['a//b', 'bad_path'],
  ['a\0b', 'bad_path'],
  ['a\nb', 'bad_path'],
  ['trailing.', 'bad_path'],
  ['trailing /x', 'bad_path'],
  ['.g\u200cit/config', 'bad_path'],
  ['CON', 'reserved_name'],
  ['a/nul.txt', 'reserved_name'],
  ['com1', 'reserved_name'],
  ['lpt\u00b9.md', 'reserved_name'],
  ['file.txt:stream', 'reserved_name'],
  ['GIT~1/config', 'reserved_name'],
  ['x'.repeat(256), 'path_too_long'],
  [`${'a/'.repeat(40)}b`, 'path_too_long'],
]

describe('security 6.1: paths of members', () => {
  test.each(PATHS)('in a zip %j is refused as %s', (name, code) => {
    expect(codeOf(makeZip([good, { name, content: 'x' }]))).toBe(code)
  })

  test.each(PATHS.filter(([name]) => name.length < 100 && !name.includes('\0')))(
    'in a tar %j is refused as %s',
    (name, code) => {
      expect(codeOf(makeTar([{ name, content: 'x' }]))).toBe(code)
    },
  )

  test('a folder, and a long name of either dialect, is judged like any other', () => {
    expect(codeOf(makeZip([good, { name: '../evil/', mode: 0o040755, isStored: true }]))).toBe('traversal')
    expect(codeOf(makeTar([{ name: '../evil', type: '5' }]))).toBe('traversal')
    expect(codeOf(makeTar([pax({ path: '../evil' }), { name: 'a', content: 'x' }]))).toBe('traversal')
    expect(codeOf(makeTar([{ name: '././@LongLink', type: 'L', content: '/evil\0' }, { name: 'a' }]))).toBe('absolute')
  })

  test('a name that is not UTF-8 is refused', () => {
    expect(codeOf(makeZip([good, { name: Buffer.from([0x61, 0xff]), content: 'x' }]))).toBe('bad_path')
  })
})

describe('security 6.2: only regular files and folders', () => {
  test.each([
    ['symbolic link', 0o120777, 'link'],
    ['character device', 0o020644, 'device'],
    ['block device', 0o060644, 'device'],
    ['pipe', 0o010644, 'device'],
    ['socket', 0o140644, 'device'],
  ] as const)('a %s in a zip is refused', (_, mode, code) => {
    expect(codeOf(makeZip([good, { name: 'x', content: '/etc', mode }]))).toBe(code)
  })

  test.each([
    ['hard link', '1', 'link'],
    ['symbolic link', '2', 'link'],
    ['long link target', 'K', 'link'],
    ['character device', '3', 'device'],
    ['block device', '4', 'device'],
    ['pipe', '6', 'device'],
    ['contiguous file', '7', 'unsupported'],
    ['sparse file', 'S', 'unsupported'],
    ['volume header', 'V', 'unsupported'],
  ] as const)('a %s in a tar is refused', (_, type, code) => {
    expect(codeOf(makeTar([{ name: 'x', type }]))).toBe(code)
  })
})

describe('security 6.4: limits hold while it is read', () => {
  const small = { ...ARCHIVE_LIMITS, entries: 3, totalBytes: 1000, entryBytes: 800, archiveBytes: 5000 }

  test('too many entries', () => {
    const names = ['a', 'b', 'c', 'd']
    expect(codeOf(makeZip(names.map((name) => ({ name }))), small)).toBe('too_many_entries')
    expect(codeOf(makeTar(names.map((name) => ({ name }))), small)).toBe('too_many_entries')
    expect(codeOf(makeTar(names.map((name) => ({ name, type: '5' }))), small)).toBe('too_many_entries')
  })

  test('one member, and all of them together', () => {
    expect(codeOf(makeZip([{ name: 'a', content: 'x'.repeat(801) }]), small)).toBe('entry_too_large')
    const half = 'x'.repeat(501)
    expect(
      codeOf(
        makeZip([
          { name: 'a', content: half },
          { name: 'b', content: half },
        ]),
        small,
      ),
    ).toBe('too_large')
    expect(codeOf(makeTar([{ name: 'a', content: 'x'.repeat(801) }]), small)).toBe('entry_too_large')
    expect(
      codeOf(
        makeTar([
          { name: 'a', content: half },
          { name: 'b', content: half },
        ]),
        small,
      ),
    ).toBe('too_large')
    expect(codeOf(makeZip([good], { comment: 'x'.repeat(6000) }), small)).toBe('too_large')
  })

  test('a bomb is refused by its ratio, in a zip and in a tar.gz', () => {
    const zeros = new Uint8Array(4 * 1024 * 1024)
    expect(codeOf(makeZip([{ name: 'a', content: zeros }]))).toBe('ratio')
    expect(codeOf(makeTarGz([{ name: 'a', content: zeros }]))).toBe('ratio')
  })

  test('a declared size is not believed', () => {
    const longer: ZipEntry = { name: 'a', content: 'x'.repeat(900), central: { size: 10 } }
    expect(codeOf(makeZip([longer]))).toBe('header_mismatch')
    expect(codeOf(makeZip([{ name: 'a', content: 'xyz', central: { size: 900 } }]))).toBe('header_mismatch')
    expect(codeOf(makeTar([{ name: 'a', content: 'xyz', size: 5000 }]))).toBe('truncated')
  })
})

describe('security 6.8: names that some file system takes for one', () => {
  test.each<readonly [string, string, ArchiveProblemCode]>([
    ['SKILL.md', 'skill.md', 'case_collision'],
    ['a/README.md', 'A/other.md', 'case_collision'],
    ['\u00e9.md', 'e\u0301.md', 'unicode_collision'],
    ['\ufb01le.md', 'file.md', 'unicode_collision'],
    ['stra\u00dfe.md', 'STRASSE.md', 'unicode_collision'],
    ['a', 'a/b', 'file_and_folder'],
    ['A', 'a/b', 'file_and_folder'],
  ])('%j and %j: %s', (first, second, code) => {
    expect(
      codeOf(
        makeZip([
          { name: first, content: 'x' },
          { name: second, content: 'y' },
        ]),
      ),
    ).toBe(code)
    expect(
      codeOf(
        makeTar([
          { name: first, content: 'x' },
          { name: second, content: 'y' },
        ]),
      ),
    ).toBe(code)
  })
})

test('security 6.9: reserved names are refused on every platform, also as folders and with endings', () => {
  for (const name of ['aux', 'Aux.md', 'prn/x', 'a/COM9.tar.gz', 'lpt\u00b2', 'conin$', 'a/b:c', 'PROGRA~1']) {
    expect(codeOf(makeZip([{ name, content: 'x' }])), name).toBe('reserved_name')
  }
  for (const name of ['console.md', 'auxiliary/x', 'com.md', 'com10.md', 'nullable.ts']) {
    expect(codeOf(makeZip([{ name, content: 'x' }])), name).toBe('read')
  }
})

test('reading never throws, whatever the bytes', () => {
  const seeds = [makeZip([good, { name: 'b', content: 'more' }]), makeTar([{ name: 'a', content: 'x' }])]
  let state = 1
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state
  }
  for (const seed of seeds) {
    for (let round = 0; round < 2000; round++) {
      const bytes = new Uint8Array(seed)
      for (let change = 0; change < 3; change++) bytes[random() % bytes.length] = random() % 256
      expect(() => readArchive(bytes, tools)).not.toThrow()
    }
  }
})
