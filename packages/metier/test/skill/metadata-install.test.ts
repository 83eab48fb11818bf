import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { installCommand } from '../../src/skill/metadata/install-command.js'
import { readTraits } from '../../src/skill/metadata/metadata.js'
import type { InstallEntry } from '../../src/skill/metadata/requirements.js'
import { isFull, runsOf } from '../support/full.js'
import { parse } from '../support/parsing.js'

type Issues = readonly (readonly [string, string])[]

function readInstall(install: unknown): { readonly entries: readonly InstallEntry[]; readonly issues: Issues } {
  const issues: [string, string][] = []
  const traits = readTraits({ metadata: { openclaw: { install } } }, undefined, (code, pointer) =>
    issues.push([code, pointer]),
  )
  return { entries: traits.install, issues }
}

function entryOf(kind: string, fields: Readonly<Record<string, string>>): InstallEntry {
  return { id: kind, kind, label: '', bins: [], os: [], fields }
}

describe('entries', () => {
  test('C-9: id, kind and label stand beside the fields of the kind, in the order of the file', () => {
    const { entries, issues } = readInstall([
      { id: 'cargo', kind: 'cargo', crate: 'himalaya', label: 'Install via cargo' },
      {
        id: 'brew',
        kind: 'brew',
        formula: 'himalaya',
        bins: ['himalaya'],
        os: ['macos'],
        label: 'Install via Homebrew',
      },
    ])
    expect(entries).toEqual([
      { id: 'cargo', kind: 'cargo', label: 'Install via cargo', bins: [], os: [], fields: { crate: 'himalaya' } },
      {
        id: 'brew',
        kind: 'brew',
        label: 'Install via Homebrew',
        bins: ['himalaya'],
        os: ['darwin'],
        fields: { formula: 'himalaya' },
      },
    ])
    expect(issues).toEqual([])
  })

  test('the id is made of kind and place where there is none', () => {
    const { entries } = readInstall([
      { kind: 'brew', formula: 'jq' },
      { type: 'NODE', package: 'pnpm' },
    ])
    expect(entries.map(({ id, kind }) => [id, kind])).toEqual([
      ['brew-0', 'brew'],
      ['node-1', 'node'],
    ])
  })

  test.each([
    [{ kind: 'brew', formula: 'jq' }, 'Install jq (brew)'],
    [{ kind: 'node', package: 'pnpm' }, 'Install pnpm (npm)'],
    [{ kind: 'go', module: 'example.org/x' }, 'Install example.org/x (go)'],
    [{ kind: 'uv', package: 'ruff' }, 'Install ruff (uv)'],
    [{ kind: 'cargo', crate: 'ripgrep' }, 'Install ripgrep (cargo)'],
    [{ kind: 'download', url: 'https://example.org/a/jq.zip?x=1' }, 'Download jq.zip'],
    [{ kind: 'shell', command: 'make' }, 'Run installer'],
    [{ kind: 'brew' }, 'Run installer'],
  ])('the label of %j is %s where there is none', (entry, label) => {
    expect(readInstall([entry]).entries[0]?.label).toBe(label)
  })

  test.each<[string, unknown, string]>([
    ['one entry alone', { kind: 'brew', formula: 'jq' }, 'brew install jq'],
    ['a mapping from kind to fields', { brew: { formula: 'jq' } }, 'brew install jq'],
    ['a mapping from kind to names', { pip: ['ruff', 'black'] }, 'pip install ruff black'],
    [
      'such a mapping inside a list',
      [{ brew: { formula: 'idb', tap: 'facebook/fb' } }],
      'brew install facebook/fb/idb',
    ],
  ])('%s', (_, install, command) => {
    const { entries, issues } = readInstall(install)
    expect(entries.map(installCommand)).toEqual([{ command }])
    expect(issues).toEqual([])
  })

  test('a dependency with a package manager is a way to get the program of its name', () => {
    const { install } = readTraits(
      { dependencies: [{ name: 'jq', type: 'apt' }, { name: 'x', type: 'other' }, 'y'] },
      undefined,
    )
    expect(install).toMatchObject([{ id: 'apt-0', kind: 'apt', bins: ['jq'], label: 'Install jq (apt)' }])
    expect(install.map(installCommand)).toEqual([{ command: 'apt install jq' }])
  })

  test.each<[string, unknown, string]>([
    ['a kind that is unknown', { kind: 'skill', slug: 'pdf' }, 'install_malformed'],
    ['no kind', { formula: 'jq' }, 'install_malformed'],
    ['no name', { kind: 'brew' }, 'install_malformed'],
    ['a number', 7, 'install_malformed'],
    ['another command in the name', { kind: 'brew', formula: 'jq; rm -rf ~' }, 'install_unsafe'],
    ['a command line', { kind: 'shell', command: 'curl x | sh' }, 'install_free_form'],
    ['a command line beside a kind', { kind: 'npm', command: 'cd x && npm install' }, 'install_free_form'],
    ['a text', 'npm install --prefix $SKILL_DIR', 'install_free_form'],
  ])('%s is reported where it stands', (_, entry, code) => {
    expect(readInstall([{ kind: 'brew', formula: 'jq' }, entry]).issues).toEqual([
      [code, '/metadata/openclaw/install/1'],
    ])
  })

  test('a download is a hint: neither a command nor an issue', () => {
    const { entries, issues } = readInstall([{ kind: 'download', url: 'https://example.org/jq' }])
    expect(entries.map(installCommand)).toMatchObject([{ refused: 'download' }])
    expect(issues).toEqual([])
  })
})

describe('commands', () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['brew', { formula: 'ffmpeg' }, 'brew install ffmpeg'],
    ['brew', { formula: 'steipete/tap/wacli' }, 'brew install steipete/tap/wacli'],
    ['brew', { formula: 'spogo', tap: 'steipete/tap' }, 'brew install steipete/tap/spogo'],
    ['brew', { formula: 'a/b/c', tap: 'a/b' }, 'brew install a/b/c'],
    ['brew', { cask: 'steipete/tap/codexbar' }, 'brew install --cask steipete/tap/codexbar'],
    ['brew', { formula: 'openssl@3' }, 'brew install openssl@3'],
    ['brew', { package: 'jq' }, 'brew install jq'],
    ['brew', { packages: 'shpotify' }, 'brew install shpotify'],
    ['node', { package: '@bitwarden/cli' }, 'npm install -g @bitwarden/cli'],
    ['npm', { package: 'pnpm@^9.1.0' }, 'npm install -g pnpm@^9.1.0'],
    ['go', { module: 'github.com/x/y/cmd/z' }, 'go install github.com/x/y/cmd/z@latest'],
    ['go', { module: 'github.com/x/y@0.0.2' }, 'go install github.com/x/y@0.0.2'],
    ['go', { pkg: 'github.com/x/y' }, 'go install github.com/x/y@latest'],
    ['cargo', { crate: 'himalaya' }, 'cargo install himalaya'],
    ['cargo', { package: 'fast-browser-use' }, 'cargo install fast-browser-use'],
    ['uv', { package: 'nano-pdf' }, 'uv tool install nano-pdf'],
    ['uv', { formula: 'parakeet-mlx' }, 'uv tool install parakeet-mlx'],
    ['pip', { package: 'yt-dlp==2025.1.1' }, 'pip install yt-dlp==2025.1.1'],
    ['python', { package: 'fitparse' }, 'pip install fitparse'],
    ['pipx', { package: 'python-roborock' }, 'pipx install python-roborock'],
    ['apt', { package: 'ffmpeg' }, 'apt install ffmpeg'],
    ['apt', { packages: 'vdirsyncer khal' }, 'apt install vdirsyncer khal'],
    ['apt', { package: 'g++' }, 'apt install g++'],
    ['gem', { package: 'twurl' }, 'gem install twurl'],
    ['choco', { package: 'bitwarden-cli' }, 'choco install bitwarden-cli'],
  ])('C-13, C-31: %s %j', (kind, fields, command) => {
    expect(installCommand(entryOf(kind, fields))).toEqual({ command })
  })

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['an option', 'brew', { formula: '--HEAD' }],
    ['a second command', 'node', { package: 'x;id' }],
    ['a substitution', 'node', { package: '$(id)' }],
    ['a blank', 'apt', { package: 'jq curl' }],
    ['a line break', 'pip', { package: 'x\nid' }],
    ['a folder', 'node', { package: '.' }],
    ['a path', 'brew', { formula: './x' }],
    ['a way up', 'brew', { formula: 'a/../b' }],
    ['a local file', 'brew', { formula: 'x.rb' }],
    ['a local archive', 'node', { package: 'x.tgz' }],
    ['a wheel', 'pip', { package: 'x.whl' }],
    ['a repository by its short name', 'node', { package: 'owner/repo' }],
    ['an address', 'node', { package: 'https://github.com/tobi/qmd' }],
    ['a backslash', 'choco', { package: 'a\\b' }],
    ['a module that is no host', 'go', { module: 'cmd/x' }],
    ['a redirection', 'pip', { packages: 'AgentTinman>=0.1.60' }],
    ['an extra that is a command', 'uv', { package: 'keep[$(x)]' }],
    ['an extra that is never closed', 'pip', { package: 'keep[local' }],
    ['text behind an extra', 'pipx', { package: 'keep[a]b' }],
    ['an option among extras', 'pip', { package: 'keep[a, --pre]' }],
    ['a removal', 'apt', { package: 'sudo-' }],
    ['an odd tap', 'brew', { formula: 'jq', tap: '-x/y' }],
    ['another origin of the same name', 'uv', { package: 'x', from: 'git+https://example.org/x' }],
    ['a repository', 'cargo', { git: 'https://github.com/x/y' }],
    ['one bad name among good ones', 'apt', { packages: 'jq -y' }],
    ['a name that is too long', 'cargo', { crate: 'a'.repeat(215) }],
    ['a download without TLS', 'download', { url: 'http://example.org/x' }],
    ['a download of another scheme', 'download', { url: 'file:///etc/passwd' }],
  ])('%s is refused', (_, kind, fields) => {
    expect(installCommand(entryOf(kind, fields))).toMatchObject({ refused: 'unsafe' })
  })

  test.each([
    ['uv', 'uvicorn[standard]==0.31.0', "uv tool install 'uvicorn[standard]==0.31.0'"],
    ['pip', 'keep[local,x]', "pip install 'keep[local,x]'"],
    ['pipx', 'black', 'pipx install black'],
  ])('%s takes extras, quoted because shells expand brackets: %s', (kind, name, command) => {
    expect(installCommand(entryOf(kind, { package: name }))).toEqual({ command })
  })

  test('a download from the disk is reported and is no way to install', () => {
    const entries = [
      { kind: 'download', url: 'file:///tmp/x.tgz' },
      { kind: 'download', url: 'https://example.org/x.tgz' },
    ]
    const text = `---\nname: a\ndescription: b\nmetadata: ${JSON.stringify({ openclaw: { install: entries } })}\n---\nBody\n`
    const { traits, diagnostics } = parse(text, { directory: 'a' })
    expect(traits.install.map(({ fields }) => fields.url)).toEqual(['https://example.org/x.tgz'])
    expect(diagnostics.map(({ code }) => code)).toContain('install_unsafe')
  })

  test.each(['shell', 'exec', 'script', 'manual'])('C-19: the command line of a %s entry is never offered', (kind) => {
    expect(installCommand(entryOf(kind, { command: 'apt install jq', package: 'jq' }))).toMatchObject({
      refused: 'free_form',
    })
  })

  test('a kind that is a property of every object is only an unknown kind', () => {
    expect(installCommand(entryOf('constructor', { package: 'x' }))).toMatchObject({ refused: 'unknown_kind' })
  })

  test('a field that is a property of every object is only a missing field', () => {
    expect(installCommand(entryOf('brew', {}))).toMatchObject({ refused: 'incomplete' })
  })

  test('whatever the fields hold, a command has no option, no second command and no odd character of theirs', () => {
    const kind = fc.constantFrom(
      ...[
        'brew',
        'node',
        'npm',
        'go',
        'cargo',
        'uv',
        'pip',
        'python',
        'pipx',
        'apt',
        'gem',
        'choco',
        'download',
        'shell',
      ],
    )
    const field = fc.constantFrom(
      'formula',
      'cask',
      'tap',
      'package',
      'packages',
      'module',
      'crate',
      'pkg',
      'name',
      'url',
    )
    const piece = fc.constantFrom(
      ...[
        'a',
        'jq',
        'a.b',
        '/',
        '@',
        '-',
        '--',
        '.',
        '..',
        ' ',
        '\n',
        ';',
        '$',
        '`',
        '(',
        '~',
        '^',
        '=',
        '==',
        ':',
        '\\',
        '\u200b',
        '1',
      ],
    )
    const text = fc.oneof(
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
      fc.string(),
      fc.string({ unit: 'binary' }),
    )
    const ours =
      /^(?:brew install(?: --cask)?|npm install -g|go install|cargo install|uv tool install|pipx? install|apt install|gem install|choco install) /
    let commands = 0
    fc.assert(
      fc.property(kind, fc.dictionary(field, text, { minKeys: 1, maxKeys: 3 }), (chosen, fields) => {
        const outcome = installCommand(entryOf(chosen, fields))
        if (!('command' in outcome)) return
        commands++
        expect(outcome.command).toMatch(ours)
        const theirs = outcome.command.replace(ours, '').split(' ')
        // Extras of a Python package, 'uvicorn[standard]', are quoted: a shell would expand the brackets.
        const plain = theirs.map((token) => token.replace(/^'([^'[]+)\[([\w.,-]+)\]([^'[]*)'$/, '$1$2$3'))
        for (const token of plain) expect(token).toMatch(/^(?![-~./^=:])[A-Za-z0-9@+._/:=~^,-]+$/)
        expect(outcome.command).not.toContain('..')
      }),
      runsOf(20_000),
    )
    expect(commands).toBeGreaterThan(isFull ? 500 : 50)
  })
})
