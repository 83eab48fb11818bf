/** Guesses which package provides a missing program if the skill names no command that works here. */

/** A command to copy. */
export interface SuggestedFix {
  readonly command: string
  /** Why it may not work. */
  readonly remark?: string
  /** The missing programs, variables or settings that it provides; left out if that is not known. */
  readonly provides?: readonly string[]
}

interface PackageManager {
  /** Its program, and the command that a package's name is appended to. */
  readonly program: string
  readonly command: string
  /** Packages whose name differs from their program. */
  readonly names: Readonly<Record<string, string>>
}

const DEBIAN = {
  '7z': 'p7zip-full',
  convert: 'imagemagick',
  docker: 'docker.io',
  fd: 'fd-find',
  go: 'golang',
  magick: 'imagemagick',
  node: 'nodejs',
  pdftoppm: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pip: 'python3-pip',
  pip3: 'python3-pip',
  psql: 'postgresql-client',
  python: 'python3',
  rg: 'ripgrep',
  soffice: 'libreoffice',
}
const FEDORA = { ...DEBIAN, '7z': 'p7zip', convert: 'ImageMagick', magick: 'ImageMagick', psql: 'postgresql' }
const OTHERS = {
  ...FEDORA,
  convert: 'imagemagick',
  docker: 'docker',
  fd: 'fd',
  go: 'go',
  magick: 'imagemagick',
  pdftoppm: 'poppler',
  pdftotext: 'poppler',
}

/** In order of preference; macOS only has the last one. */
const MANAGERS: readonly PackageManager[] = [
  { program: 'apt', command: 'apt install', names: DEBIAN },
  { program: 'dnf', command: 'dnf install', names: FEDORA },
  { program: 'pacman', command: 'pacman -S', names: OTHERS },
  { program: 'apk', command: 'apk add', names: OTHERS },
  { program: 'brew', command: 'brew install', names: { ...OTHERS, node: 'node' } },
]

const REMARK = 'a guess: the skill does not name a package'

/** Commands for the first package manager that is installed; empty if there is none. */
export function guessFixes(programs: readonly string[], hasBinary: (name: string) => boolean): readonly SuggestedFix[] {
  const manager = MANAGERS.find(({ program }) => hasBinary(program))
  if (manager === undefined) return []
  const { command, names } = manager
  const packages = new Map<string, string[]>()
  for (const program of programs.filter((name) => /^[a-z0-9][\w.+-]*$/i.test(name))) {
    const wanted = Object.hasOwn(names, program) ? (names[program] ?? program) : program
    packages.set(wanted, [...(packages.get(wanted) ?? []), program])
  }
  return [...packages].map(([name, provides]) => ({ command: `${command} ${name}`, remark: REMARK, provides }))
}
