import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeZip } from '../servers/make-archive.js'
import { type Machine, runJson, runMetier, skillText, useMetier } from './run-metier.js'

const metier = useMetier()

const TWO = {
  'offered/pdf/SKILL.md': skillText('pdf', 'Reads PDF files'),
  'offered/docx/SKILL.md': skillText('docx', 'Reads Word files'),
}

function installedIn({ home }: Machine): readonly string[] {
  const root = join(home, '.agents/skills')
  return existsSync(root) ? readdirSync(root).filter((name) => !name.startsWith('.')) : []
}

/** Runs the commands that the hints of a refusal propose, each where nothing else has happened. */
async function runHints(files: Readonly<Record<string, string>>, stderr: string) {
  const lines = stderr.split('\n').flatMap((line) => /(?:^ {2}|: )(metier .*)$/.exec(line)?.[1] ?? [])
  const endings = []
  for (const line of lines) {
    const words = line
      .split(' ')
      .slice(1)
      .map((word) => word.replace(/^'(.*)'$/, '$1'))
    endings.push({ line, code: (await runMetier(metier.create(files), ...words)).code })
  }
  return endings
}

describe('a source needs no --from', () => {
  test.each([
    ['a directory', ['./offered', 'pdf']],
    ['a directory and a skill', ['./offered@pdf']],
    ['the directory of a skill', ['./offered/pdf']],
    ['with --from all the same', ['--from', './offered@pdf']],
    ['with local:', ['local:offered', 'pdf']],
    ['a path in it', ['./offered', 'pdf/']],
  ])('%s', async (_, words) => {
    const machine = metier.create(TWO)
    const { code } = await runMetier(machine, 'install', ...words.map((word) => word.replace(/(?<=pdf)\/$/, '')))
    expect({ code, skills: installedIn(machine) }).toEqual({ code: 0, skills: ['pdf'] })
  })

  test.each(['./x.zip', 'x.zip', './x.zip@pdf'])('an archive: %s', async (word) => {
    const machine = metier.create()
    writeFileSync(join(machine.project, 'x.zip'), makeZip([{ name: 'pdf/SKILL.md', content: skillText('pdf', 'x') }]))
    expect(await runJson(machine, 'install', word)).toMatchObject({ installed: true, name: 'pdf' })
  })

  test('a directory with an @ in its name is that directory', async () => {
    const machine = metier.create({ 'a@b/SKILL.md': skillText('b', 'x') })
    expect(await runJson(machine, 'install', './a@b')).toMatchObject({ installed: true, name: 'b' })
  })

  test.each(['owner/repo', 'owner/repo/skills@pdf#main', 'https://github.com/owner/repo@pdf', 'skills.example.com'])(
    'a remote source needs trust: %s',
    async (word) => {
      const { code, stderr } = await runMetier(metier.create(), 'install', word)
      expect(code).toBe(1)
      expect(stderr).toContain('untrusted source')
    },
  )

  test('a name alone is asked for its source, with commands that work', async () => {
    const files = { 'pdf/SKILL.md': skillText('pdf', 'x') }
    const { code, stderr } = await runMetier(metier.create(files), 'install', 'pdf')
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error: missing argument SOURCE'),
    })
    expect(await runHints(files, stderr)).toEqual([{ line: 'metier install ./pdf', code: 0 }])
    const several = await runMetier(metier.create(TWO), 'install', 'offered')
    expect(await runHints(TWO, several.stderr)).toEqual([{ line: 'metier install ./offered --list', code: 0 }])
  })

  test('a directory that looks like a repository is proposed if the repository is refused', async () => {
    const files = { 'skills/pdf/SKILL.md': skillText('pdf', 'x') }
    const { stderr } = await runMetier(metier.create(files), 'install', 'skills/pdf')
    const hints = await runHints(files, stderr)
    expect(hints).toContainEqual({ line: 'metier install ./skills/pdf', code: 0 })
  })
})

describe('the hint that accepts warnings', () => {
  const suspicious = (name: string) => `${skillText(name, 'x')}\n\`\`\`sh\ncurl http://203.0.113.7/data.json\n\`\`\`\n`

  test.each([
    ['a source first', ['./offered', 'pdf'], 1],
    ['a skill behind @', ['./offered@pdf', '--project'], 1],
    ['every skill', ['./offered', '--all', '--full-depth'], 3],
    ['a path in the source', ['./offered', 'two/review'], 1],
    ['no name', ['./offered/pdf'], 1],
  ])('works as it is written: %s', async (_, words, count) => {
    const files = {
      'offered/pdf/SKILL.md': suspicious('pdf'),
      'offered/one/review/SKILL.md': suspicious('review'),
      'offered/two/review/SKILL.md': `${suspicious('review')}More.\n`,
    }
    const { code, stderr } = await runMetier(metier.create(files), 'install', ...words)
    expect(code).toBe(1)
    const hints = await runHints(files, stderr)
    const accepting = hints.filter(({ line }) => line.includes('--accept sha256:'))
    expect(accepting.length).toBe(count)
    expect(accepting.filter((hint) => hint.code !== 0)).toEqual([])
  })
})

describe('--list', () => {
  test('shows what a source offers, and installs nothing', async () => {
    const machine = metier.create(TWO)
    const { code, stdout } = await runMetier(machine, 'install', './offered', '--list')
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual(['docx  Reads Word files', 'pdf   Reads PDF files', '', '2 skills', ''])
    expect(await runJson(machine, 'install', '--list', '--from', './offered')).toEqual({
      from: './offered',
      count: 2,
      skills: [
        { name: 'docx', description: 'Reads Word files', path: 'docx', version: null },
        { name: 'pdf', description: 'Reads PDF files', path: 'pdf', version: null },
      ],
    })
    expect(installedIn(machine)).toEqual([])
    expect(existsSync(join(machine.home, '.agents'))).toBe(false)
  })

  test('needs a source', async () => {
    for (const option of ['--list', '--all']) {
      const { code, stderr } = await runMetier(metier.create(), 'install', option)
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('missing argument SOURCE') })
    }
  })

  test('of a source without skills says so', async () => {
    const { code, stderr } = await runMetier(metier.create({ 'offered/a.txt': 'a' }), 'install', './offered', '--list')
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('No SKILL.md found') })
  })
})

describe('without a name', () => {
  test('the only skill of a source is installed', async () => {
    const machine = metier.create({ 'offered/pdf/SKILL.md': skillText('pdf', 'x') })
    expect(await runJson(machine, 'install', './offered')).toMatchObject({ installed: true, name: 'pdf' })
  })

  test('and without a terminal, the skills are named, with commands that work', async () => {
    const machine = metier.create(TWO)
    const { code, stderr } = await runMetier(machine, 'install', './offered')
    expect(code).toBe(1)
    expect(stderr).toContain('./offered offers 2 skills; name the ones to install\nAvailable: docx, pdf\n')
    expect(installedIn(machine)).toEqual([])
    expect(await runHints(TWO, stderr)).toEqual([
      { line: 'metier install docx --from ./offered', code: 0 },
      { line: 'metier install --from ./offered --all', code: 0 },
    ])
    expect(await runJson(machine, 'install', './offered')).toMatchObject({ installed: false, skills: ['docx', 'pdf'] })
  })
})

describe('several skills', () => {
  test('end in a line that accounts for each', async () => {
    const machine = metier.create(TWO)
    const all = await runMetier(machine, 'install', './offered', '--all')
    expect(all).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n2 installed\n$/) })
  })

  test('of one name in three plugins: one is installed, the others are named, exit code 1', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].map((plugin) => [
        `offered/plugins/${plugin}/skills/review/SKILL.md`,
        skillText('review', `Reviews ${plugin}`),
      ]),
    )
    const machine = metier.create(files)
    const { code, stdout, stderr } = await runMetier(machine, 'install', '--all', '--from', './offered')
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: expect.stringMatching(
        /✓ review installed[\s\S]*\n1 installed, 2 skipped: plugins\/b\/skills\/review, plugins\/c\/skills\/review\n$/,
      ),
    })
    expect(stderr).toContain('another skill with this name')
    const list = await runMetier(machine, 'install', './offered', '--list')
    expect(list.stdout).toContain('plugins/b/skills/review  Reviews b')
    const one = await runJson(machine, 'install', './offered', 'plugins/b/skills/review', '--force')
    expect(one).toMatchObject({ installed: true, name: 'review' })
  })

  test('with names in Chinese are all installed', async () => {
    const names = ['数据分析', '写作', '翻译']
    const machine = metier.create(
      Object.fromEntries(names.map((name) => [`offered/${name}/SKILL.md`, skillText(name, 'x')])),
    )
    const { code, stdout } = await runMetier(machine, 'install', '--all', './offered')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/\n3 installed\n$/) })
    expect(installedIn(machine).toSorted()).toEqual(names.toSorted())
  })
})

describe('--full-depth', () => {
  const nested = {
    'offered/SKILL.md': skillText('offered', 'The whole'),
    'offered/skills/a/SKILL.md': skillText('a', 'x'),
    'offered/deep/er/b/SKILL.md': skillText('b', 'x'),
  }

  test('finds the skills below a SKILL.md at the root of a source', async () => {
    const machine = metier.create(nested)
    expect(await runJson(machine, 'install', './offered', '--list')).toMatchObject({ count: 1 })
    expect(await runJson(machine, 'install', './offered', '--list', '--full-depth')).toMatchObject({
      skills: [{ name: 'offered' }, { name: 'a' }, { name: 'b' }],
    })
    const { code } = await runMetier(machine, 'install', './offered', '--all', '--full-depth')
    expect({ code, skills: installedIn(machine) }).toEqual({ code: 0, skills: ['a', 'b', 'offered'] })
  })
})

describe('a git repository on disk', () => {
  function createRepository(): Machine & { readonly url: string } {
    const machine = metier.create({ 'work/pdf/SKILL.md': skillText('pdf', 'x') })
    const work = join(machine.project, 'work')
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-C', work, '-c', 'user.name=T', '-c', 'user.email=t@example.com', ...words], {
        stdio: 'pipe',
      })
    git('init', '--quiet', '--initial-branch=main')
    git('add', '--all')
    git('commit', '--quiet', '--message=first')
    git('tag', 'v1.2')
    git('clone', '--quiet', '--bare', work, join(machine.project, 'repo.git'))
    const variables = { ...machine.variables, PATH: process.env.PATH ?? '' }
    return { ...machine, variables, url: `file://${join(machine.project, 'repo.git')}` }
  }

  test.each([
    ['file://', (url: string) => [url]],
    ['git+file://', (url: string) => [`git+${url}`]],
    ['with a skill and a tag', (url: string) => [`${url}@pdf#v1.2`]],
    ['behind --from', (url: string) => ['pdf', '--from', `git+${url}`]],
    ['by its path', () => ['./repo.git']],
  ])('is a source at the command line: %s', async (_, words) => {
    const { url, ...machine } = createRepository()
    expect(await runJson(machine, 'install', ...words(url))).toMatchObject({ installed: true, name: 'pdf' })
    expect(await runJson(machine, 'lock')).toMatchObject({
      skills: [{ name: 'pdf', source: expect.stringMatching(/^(?:git\+)?file:\/\/\//), path: 'pdf' }],
    })
    expect(await runJson(machine, 'update', 'pdf')).toMatchObject({ updated: false, reason: 'up to date' })
    const { code, stdout } = await runMetier(machine, 'outdated')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^pdf +current/) })
    expect(await runMetier(machine, 'verify')).toMatchObject({ code: 0 })
    rmSync(join(machine.home, '.agents/skills/pdf'), { recursive: true })
    expect(await runMetier(machine, 'install', '--frozen')).toMatchObject({ code: 0 })
    expect(installedIn(machine)).toEqual(['pdf'])
  })

  test.each([
    ['git+file://', (url: string) => `git+${url}`],
    ['file:// with a tag', (url: string) => `${url}#v1.2`],
    ['by its path', () => './repo.git'],
    ['by its name', () => 'repo.git'],
    ['by local:', () => 'local:repo.git'],
  ])('is audited by its skills, not by the files of git: %s', async (_, word) => {
    const { url, ...machine } = createRepository()
    expect(await runJson(machine, 'audit', word(url))).toMatchObject({
      skills: [{ path: expect.stringMatching(/:pdf$/), verdict: 'pass', coverage: { read: 1 } }],
    })
  })

  test('has the identity local:, which can be distrusted', async () => {
    const { url, ...machine } = createRepository()
    await runMetier(machine, 'trust', '--remove', 'local:*')
    expect(await runJson(machine, 'install', url)).toMatchObject({ installed: false, error: 'untrusted source' })
    await runMetier(machine, 'trust', `local:${machine.project}/repo.git`)
    expect(await runJson(machine, 'install', url)).toMatchObject({ installed: true })
  })

  test('is no source for a tool', async () => {
    const { url, ...machine } = createRepository()
    for (const from of [url, `git+${url}`]) {
      const call = JSON.stringify({ action: 'install', skill: 'pdf', from })
      expect(JSON.parse((await runMetier(machine, 'call', 'skills', call)).stdout)).toMatchObject({ installed: false })
    }
    expect(installedIn(machine)).toEqual([])
  })

  test('an @ that names a tag says so', async () => {
    const { url, ...machine } = createRepository()
    const { code, stderr } = await runMetier(machine, 'install', `${url}@v1.2`)
    expect(code).toBe(1)
    expect(stderr).toContain(`'v1.2' is a branch or tag of ${url}, not a skill`)
    expect(stderr).toContain(`Use ${url}#v1.2`)
    expect(await runJson(machine, 'install', `${url}#v1.2`)).toMatchObject({ installed: true })
  })
})
