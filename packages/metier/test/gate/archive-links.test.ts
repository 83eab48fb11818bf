import { expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/gate/archive/archive.js'
import { readArchive } from '../../src/gate/archive/read-archive.js'
import { createGateTools } from '../../src/system/scan-process/gate-tools.js'
import { makeTar, makeZip, pax } from '../servers/make-archive.js'

const tools = createGateTools()
const good = { name: 'a.txt', content: 'a' }
const limits = { ...ARCHIVE_LIMITS, links: 'report' as const }

test("an archive of a repository, or one of the user's own, names them with their targets instead", () => {
  const long = 'x/'.repeat(80)
  const tar = makeTar([
    { name: 'r/a', content: 'x' },
    { name: 'r/link', type: '2', target: '../a' },
    { name: 'r/s/hard', type: '1', target: 'r/t/a' },
    { name: '././@LongLink', type: 'K', content: `${long}a\0` },
    { name: '././@LongLink', type: 'L', content: 'r/long\0' },
    { name: 'r/l', type: '2', target: 'x' },
    pax({ linkpath: 'from-pax' }),
    { name: 'r/pax', type: '2', target: 'x' },
  ])
  expect(readArchive(tar, tools, limits)).toMatchObject({
    ok: true,
    files: [{ path: 'r/a' }],
    links: [
      { path: 'r/link', target: '../a' },
      { path: 'r/s/hard', target: '../t/a' },
      { path: 'r/long', target: `${long}a` },
      { path: 'r/pax', target: 'from-pax' },
    ],
  })
  const zip = makeZip([good, { name: 'r/link', content: '../a', mode: 0o120777 }])
  expect(readArchive(zip, tools, limits)).toMatchObject({ ok: true, links: [{ path: 'r/link', target: '../a' }] })
})

test.each([
  [
    'of two long targets',
    [
      { name: 'k', type: 'K', content: 'a' },
      { name: 'k', type: 'K', content: 'b' },
    ],
    'header_mismatch',
  ],
  ['for all entries', [pax({ linkpath: 'a' }, 'g')], 'unsupported'],
  ['out of the archive, hard', [{ name: 'a', type: '1', target: '../b' }], 'traversal'],
  ['that is too long', [pax({ linkpath: 'x'.repeat(5000) }), { name: 'a', type: '2' }], 'bad_path'],
] as const)('and refuses a target %s', (_, entries, code) => {
  expect(readArchive(makeTar(entries), tools, limits)).toMatchObject({ ok: false, problem: { code } })
})
