/** Interpreters: which of their arguments is the script, and which are code or modules. */

interface Interpreter {
  readonly names: RegExp
  /** Options whose next argument is code. */
  readonly code: RegExp
  /** Options with the code attached. */
  readonly attachedCode?: RegExp
  /** Options whose next argument is some other value. */
  readonly valued: RegExp
  /** Options whose next argument is loaded before the script. */
  readonly loads?: RegExp
  /** Options that name a module, and options that keep the working directory out of the module path. */
  readonly module?: RegExp
  readonly isolated?: RegExp
  /** Whether code and modules are resolved from the working directory. */
  readonly importsFromDirectory?: boolean
  /** Options that read code from standard input. */
  readonly stdin?: RegExp
}

const NONE = /^(?!)/

const INTERPRETERS: readonly Interpreter[] = [
  {
    names: /^(?:python|pythonw|pypy)[\d.]*$/,
    code: /^-[A-Za-z]*c$/,
    attachedCode: /^-[bBdEiIOPqsSuvx]*c./,
    valued: /^-[A-Za-z]*[WXQ]$|^--check-hash-based-pycs$/,
    module: /^-[bBdEiIOPqsSuvx]*m/,
    isolated: /^-[A-Za-z]*[IP]/,
    importsFromDirectory: true,
  },
  {
    names: /^(?:node|nodejs|tsx|ts-node)$/,
    code: /^(?:-e|-p|-pe|--eval|--print)$/,
    attachedCode: /^--(?:eval|print)=/,
    valued: /^(?:-C|--conditions|--env-file(?:-if-exists)?|--input-type|--title|--disable-warning|--tsconfig)$/,
    loads: /^(?:-r|--require|--import|--loader|--experimental-loader)$/,
  },
  {
    names: /^(?:sh|bash|dash|zsh|ksh|mksh|ash|fish)$/,
    code: /^-[A-Za-z]*c$/,
    valued: /^[-+][A-Za-z]*[oO]$/,
    loads: /^--(?:rcfile|init-file)$/,
    stdin: /^-[A-Za-z]*s[A-Za-z]*$/,
  },
  {
    names: /^(?:ruby|jruby)[\d.]*$/,
    code: /^-[A-Za-z]*e$/,
    valued: /^-(?:r|I|C|E|W|x)$/,
  },
  { names: /^perl[\d.]*$/, code: /^-[A-Za-z]*[eE]$/, valued: /^-(?:I|M|m)$/ },
  { names: /^php[\d.]*$/, code: /^-[rBRE]$/, valued: /^-(?:c|d|z)$/ },
  { names: /^(?:lua|luajit)[\d.]*$/, code: /^-e$/, valued: /^-l$/ },
  { names: /^Rscript$/, code: /^-e$/, valued: NONE },
  { names: /^(?:tclsh|wish)[\d.]*$/, code: NONE, valued: NONE },
  { names: /^osascript$/, code: /^-e$/, valued: /^-l$/ },
  {
    names: /^(?:pwsh|powershell)$/i,
    code: /^-(?:c|command|e|ec|encodedcommand)$/i,
    valued: /^-(?:executionpolicy|ex|ep|version|windowstyle|workingdirectory|wd)$/i,
  },
]

/** Programs that start the program named in their arguments. */
const STARTERS =
  /^(?:env|nice|nohup|time|timeout|stdbuf|setsid|ionice|chrt|taskset|xargs|sudo|doas|xvfb-run|unbuffer|script|strace|busybox|uv|uvx|pipx|poetry|pipenv|pdm|hatch|rye|conda|mamba|micromamba|npx|bunx|pnpm|pnpx|yarn|npm|bun|mise|asdf|direnv|nix|nix-shell|devbox)$/

/** What an interpreter's arguments mean, by position. */
export interface InterpreterUse {
  /** The file that is run. */
  readonly script?: number
  /** Inline code, approved verbatim. */
  readonly code: readonly number[]
  /** Files that are loaded before the script. */
  readonly loaded: readonly number[]
  /** How it could run something other than a file in the skill. */
  readonly hazard?: 'stdin' | 'directory'
  readonly at: number
}

/** Finds the interpreter in a command, even behind a launcher such as `env` or `npx`. */
export function findInterpreter(words: readonly string[]): InterpreterUse | undefined {
  const program = nameOf(words[0] ?? '')
  const first = STARTERS.test(program) ? words.findIndex((word, at) => at > 0 && interpreterOf(word) !== undefined) : 0
  const interpreter = first < 0 ? undefined : interpreterOf(words[first] ?? '')
  return interpreter && readUse(words, first, interpreter)
}

function interpreterOf(word: string): Interpreter | undefined {
  return INTERPRETERS.find(({ names }) => names.test(nameOf(word)))
}

function nameOf(word: string): string {
  return word.replace(/\.exe$/i, '')
}

function readUse(words: readonly string[], at: number, interpreter: Interpreter): InterpreterUse {
  const { valued, loads = NONE, isolated = NONE } = interpreter
  const loaded: number[] = []
  let isIsolated = false
  for (let next = at + 1; next < words.length; next++) {
    const word = words[next] ?? ''
    isIsolated ||= isolated.test(word)
    const end = readEnd(word, next, interpreter)
    if (end !== undefined) {
      const { hazard, ...rest } = end
      return { at, code: [], loaded, ...rest, ...(hazard !== undefined && !isIsolated && { hazard }) }
    }
    if (loads.test(word)) loaded.push(++next)
    else if (valued.test(word)) next++
  }
  return { at, code: [], loaded, hazard: 'stdin' }
}

/** What ends the options: the script, code, a module or standard input; undefined if the word is another option. */
function readEnd(word: string, next: number, interpreter: Interpreter): Partial<InterpreterUse> | undefined {
  const { code, attachedCode = NONE, module = NONE, stdin = NONE, importsFromDirectory = false } = interpreter
  const hazard = importsFromDirectory ? { hazard: 'directory' as const } : {}
  if (/^--(?:version|help)$/.test(word)) return {}
  if (code.test(word)) return { code: [next + 1], ...hazard }
  if (attachedCode.test(word)) return { code: [next], ...hazard }
  if (module.test(word)) return hazard
  if (word === '--') return { script: next + 1 }
  // No option makes it safe to read code from the input.
  if (stdin.test(word) || word === '-') return { script: next }
  return /^[-+]./.test(word) ? undefined : { script: next }
}
