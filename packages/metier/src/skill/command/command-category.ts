/** What a command can do at least, read from its words: a declared category may not be lower. */

import type { CATEGORIES } from '../policy-rule.js'
import { findInterpreter } from './interpreters.js'

type Category = (typeof CATEGORIES)[number]

/** Each permits what those before it permit. */
const ORDER: readonly Category[] = ['read', 'write', 'network', 'execute']

/** Whether one category permits more than another. */
export function isHigher(category: Category, other: Category): boolean {
  return ORDER.indexOf(category) > ORDER.indexOf(other)
}

/** The category that counts for permission: the declared one, or what the command does if that is more. */
export function effectiveCategory(declared: Category | undefined, words: readonly string[]): Category {
  const given = declared ?? 'execute'
  const done = categoryOfCommand(words)
  return isHigher(done, given) ? done : given
}

/** Programs that run what their arguments say, in this process, as another user or on another machine. */
const STARTS =
  /^(?:sudo|doas|su|ssh|eval|xargs|parallel|watch|at|batch|crontab|make|npx|uvx|bunx|pnpx|pipx|expect|screen|tmux|script|pkexec|runas|schtasks|wscript|cscript|mshta|rundll32|regsvr32|cmd|runuser|systemd-run|chroot|unshare|nsenter|strace|ltrace|rsh|plink|mosh|sshpass)$/
/** Subcommands that run something, by program. */
const STARTING: Readonly<Record<string, RegExp>> = {
  docker: /^(?:run|exec|compose|build)$/,
  podman: /^(?:run|exec|build)$/,
  kubectl: /^(?:exec|run|apply|debug|attach)$/,
  oc: /^(?:exec|run|rsh|apply)$/,
  npm: /^(?:exec|x|run|run-script|install|i|ci)$/,
  pnpm: /^(?:exec|dlx|run|install|add)$/,
  yarn: /^(?:exec|dlx|run|add|install)$/,
  bun: /^(?:x|run|add|install)$/,
  pip: /^install$/,
  pip3: /^install$/,
  uv: /^(?:run|tool|pip|add)$/,
  cargo: /^(?:run|install|test|build)$/,
  go: /^(?:run|install|generate|test)$/,
  systemctl: /^(?:start|restart|enable|stop|disable)$/,
  vagrant: /^ssh$/,
  wsl: /./,
  adb: /^shell$/,
}
/** Words before an argument that runs, by program. */
const EVALUATING: Readonly<Record<string, RegExp>> = {
  python: /^-m$/,
  deno: /^eval$/,
  bun: /^(?:-[ep]|--eval|--print)$/,
  julia: /^(?:-[eE]|--eval|--print)$/,
  elixir: /^(?:-e|--eval)$/,
  R: /^-e$/,
  groovy: /^-e$/,
  emacs: /^--?(?:eval|execute)$/,
  vim: /^(?:-c|--cmd)$/,
  nvim: /^(?:-c|--cmd)$/,
  gdb: /^--?(?:ex|eval-command)$/,
  awk: /^(?:-e|--source)$/,
  sed: /^(?:-e|--expression)$/,
  find: /^-(?:exec|execdir|ok|okdir)$/,
  git: /^-c$/,
  flock: /^(?:-c|--command)$/,
  'nix-shell': /^--(?:run|command)$/,
  rsync: /^(?:-e|--rsh)$/,
}
/** The same with the argument attached. */
const EVALUATED = /^--(?:eval|exec|rsh|source|to-command|use-compress-program|checkpoint-action)=/
/** Programs whose first argument is code that can start others, and their options with a value of another kind. */
const LANGUAGES: Readonly<Record<string, RegExp>> = { awk: /^-[Fv]$/, sed: /^-l$/ }
const NETWORK =
  /^(?:curl|wget|nc|ncat|netcat|socat|telnet|ftp|sftp|scp|rsync|rclone|http|https|xh|aria2c|dig|nslookup|ping|mail|sendmail|gh|glab|aws|gcloud|az|gsutil|s3cmd|twine|ngrok|kubectl|helm|terraform|heroku|flyctl|vercel|netlify)$/
const WRITES =
  /^(?:rm|rmdir|mv|cp|tee|dd|mkdir|touch|chmod|chown|ln|install|truncate|shred|patch|unlink|mkfs(?:\.\w+)?|tar|unzip|zip|psql|mysql|sqlite3|mongosh?|redis-cli)$/
/** Writing only with these options. */
const WRITING: Readonly<Record<string, RegExp>> = {
  sed: /^-[a-zA-Z]*i|^--in-place/,
  find: /^-(?:delete|exec|execdir|ok)$/,
  git: /^(?:push|commit|reset|checkout|clean|add|rm|merge|rebase|config|clone|pull)$/,
  perl: /^-[a-zA-Z]*i/,
}

/** The least category that fits a command; `read` if nothing is known against it. */
export function categoryOfCommand(words: readonly string[]): Category {
  if (runsInput(words)) return 'execute'
  const inner = innerCommands(words)
  const own = categoryOfProgram(words)
  return inner.reduce((highest, command) => {
    const category = categoryOfProgram(command)
    return isHigher(category, highest) ? category : highest
  }, own)
}

/** Also as templates write it: `{{ text }}`. */
const FIELD = /\{[^{}\s"':,/]{1,60}\}|\{\{[^{}"'\n]{1,60}\}\}/

/** Whether a field of the input is, or is part of, what runs. */
export function runsInput(words: readonly string[]): boolean {
  const hasField = words.some((word) => FIELD.test(word))
  if (!hasField) return false
  if (FIELD.test(words[0] ?? '')) return true
  const use = findInterpreter(words.map(withoutFolder))
  const code = use?.code.map((at) => words[at] ?? '').join(' ') ?? ''
  if (FIELD.test(code) || evaluatesField(words)) return true
  // `sh -c 'eval "$1"' _ {command}` passes the field on.
  if (code !== '' && /\beval\b|\$\{?[@*1-9]|\bexec\b|\bsystem\b|subprocess|child_process|argv/.test(code)) return true
  return runsLastWord(words)
}

/** A program of the system, whatever the path to it. */
function withoutFolder(word: string): string {
  return /^\/[\w./+-]+$/.test(word) ? word.slice(word.lastIndexOf('/') + 1) : word
}

const ONE_FIELD = /^\{[\w-]+\}$/

/** `awk {program}`, `find . -exec {command}`, `python -m {module}`. */
function evaluatesField(words: readonly string[]): boolean {
  const name = programOf(words)
  const program = name.replace(/[\d.]+$/, '').replace(/^[gmn]awk$/, 'awk')
  const rest = words.slice(words.findIndex((word) => withoutFolder(word) === name) + 1)
  const before = EVALUATING[program]
  if (rest.some((word, at) => FIELD.test(word) && (EVALUATED.test(word) || before?.test(rest[at - 1] ?? ''))))
    return true
  const valued = LANGUAGES[program]
  if (valued === undefined || rest.some((word) => /^(?:-[ef]|--(?:file|expression|source))/.test(word))) return false
  const first = rest.find((word, at) => !word.startsWith('-') && !valued.test(rest[at - 1] ?? ''))
  // `{print}` is a program of awk, but it prints only.
  return ONE_FIELD.test(first ?? '') && first !== '{print}'
}

/** `ssh host {command}`, `docker exec box {command}`, `xargs {command}`. */
function runsLastWord(words: readonly string[]): boolean {
  const program = programOf(words)
  const rest = words.slice(words.indexOf(program) + 1)
  const plain = rest.filter((word) => !word.startsWith('-'))
  if (program === 'ssh') return plain.slice(1).some((word) => FIELD.test(word))
  if (/^(?:eval|xargs|parallel|watch|npx|uvx|bunx|pnpx)$/.test(program)) return plain.some((word) => FIELD.test(word))
  const verb = STARTING[program]
  return (
    verb?.test(plain[0] ?? '') === true &&
    /^(?:exec|run|rsh|x|dlx)$/.test(plain[0] ?? '') &&
    FIELD.test(plain.at(-1) ?? '')
  )
}

const BEFORE = /^(?:env|nice|nohup|time|timeout|stdbuf|setsid|ionice|command|exec|then|do|!)$/

/** The program itself, without those that only start it. */
function programOf(words: readonly string[]): string {
  const found = words.find((word) => !BEFORE.test(word) && !/^-|^\w+=|^\d+[smh]?$/.test(word)) ?? ''
  return found.slice(found.lastIndexOf('/') + 1).replace(/\.exe$/i, '')
}

function categoryOfProgram(words: readonly string[]): Category {
  const program = programOf(words)
  if (STARTS.test(program)) return 'execute'
  if (words.some((word) => STARTING[program]?.test(word))) return 'execute'
  if (NETWORK.test(program)) return 'network'
  if (WRITES.test(program) || words.some((word) => WRITING[program]?.test(word))) return 'write'
  return 'read'
}

/** The commands inside `sh -c "…"`. */
function innerCommands(words: readonly string[]): readonly (readonly string[])[] {
  const use = findInterpreter(words.map(withoutFolder))
  const isShell = /^(?:ba|da|z|k|a)?sh$|^fish$/.test(programOf(words.slice(use?.at ?? 0)))
  if (use === undefined || !isShell) return []
  return use.code.flatMap((at) =>
    (words[at] ?? '')
      .split(/[|;&\n]+|\$\(/)
      .slice(0, 50)
      .map((part) => part.trim().split(/\s+/)),
  )
}
