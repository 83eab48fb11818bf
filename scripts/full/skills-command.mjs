// Whether the `skills` command lists the skills that we installed and linked, and whether we list those that it installed. Both work
// in the same new home, without a network where the system allows it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt } from '../lib/built.mjs'
import { installPackages } from '../lib/install.mjs'
import { npm, repository, run, runSteps } from '../lib/run.mjs'

const folder = join(repository, 'compat/skills')
const modules = join(folder, 'node_modules')
const node = join(modules, 'node/bin/node')
const skills = join(modules, 'skills/bin/cli.mjs')
const main = join(repository, 'packages/metier/dist/cli/main.js')
const ALONE = ['unshare', '-rn']
/** A new network has nothing but loopback, which is down. */
const LOOPBACK = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

const steps = [
  { name: 'skills: what is built', run: ensureBuilt },
  { name: 'skills: the command', run: install },
  { name: 'skills: lists what we linked for you', run: () => inHome((home) => judgeOurs(home, [], ['-g'])) },
  {
    name: 'skills: lists what we linked in a project',
    run: () => inHome((home) => judgeOurs(home, ['--project'], [])),
  },
  { name: 'skills: we list what it installed', run: () => inHome(judgeTheirs) },
  { name: 'skills: installs from a site that we publish', run: () => inHome(judgeSite) },
]
if (!(await runSteps(steps))) process.exitCode = 1

async function install() {
  const installed = await installPackages(folder)
  // The package `node` fetches its program in a script of its own.
  return existsSync(node) ? installed : run([...npm(), 'install', '--no-fund', '--no-audit'], { cwd: folder })
}

/** A home with Claude Code and Cursor, a project, and a directory of skills. */
async function inHome(judge) {
  const home = await mkdtemp(join(tmpdir(), 'metier-skills-'))
  try {
    for (const path of ['.claude', '.cursor', 'project', 'source/mail']) {
      await mkdir(join(home, path), { recursive: true })
    }
    await writeFile(join(home, 'source/mail/SKILL.md'), '---\nname: mail\ndescription: Sends mail\n---\nSend it.\n')
    return await judge(home)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function judgeOurs(home, ours, theirs) {
  const installed = call(home, [process.execPath, main, 'install', '../source', '--agent', 'all', ...ours, '--json'])
  const listed = JSON.parse(call(home, [node, skills, 'list', ...theirs, '--json']))
  const base = ours.length > 0 ? join(home, 'project') : home
  const target = await readlink(join(base, '.claude/skills/mail'))
  const output = JSON.stringify({ installed: JSON.parse(installed), listed, target }, undefined, 2)
  const [skill, ...others] = listed
  const agents = ['Claude Code', 'Cursor'].every((title) => skill?.agents.includes(title))
  const ok = others.length === 0 && skill?.name === 'mail' && agents && target === '../../.agents/skills/mail'
  return { ok, output, note: `seen by ${skill?.agents.join(', ')}` }
}

/** Its links are the same skill for us, and its project lockfile is imported. */
async function judgeTheirs(home) {
  call(home, [node, skills, 'add', '../source', '-g', '-y', '-a', 'claude-code', 'cursor', 'windsurf'])
  const listed = JSON.parse(call(home, [process.execPath, main, 'list', '--json']))
  const { shadowed, agents } = JSON.parse(call(home, [process.execPath, main, 'doctor', '--json']))
  const text = await readFile(join(home, '.claude/skills/mail/SKILL.md'), 'utf8')
  const names = listed.skills.map(({ name }) => name)
  const sees = agents.filter((agent) => agent.sees === 1).map(({ agent }) => agent)
  const isSeen = ['claude-code', 'cursor'].every((id) => sees.includes(id))
  const ok = names.join() === 'mail' && shadowed.length === 0 && isSeen && text.includes('name: mail')
  return { ok, output: JSON.stringify({ listed, shadowed, agents }, undefined, 2), note: `seen by ${sees.join(', ')}` }
}

/** Both install the same bytes from one site on loopback: an archive, and a skill that is only a SKILL.md. */
async function judgeSite(home) {
  const text = '---\nname: forms\ndescription: Fills in forms\nversion: 1.0.0\n---\nFill them in.\n'
  await mkdir(join(home, 'source/forms/references'), { recursive: true })
  await writeFile(join(home, 'source/forms/SKILL.md'), text)
  await writeFile(join(home, 'source/forms/references/fields.md'), 'Fields.\n')
  const published = call(home, [process.execPath, main, 'publish', '../source', '--out', '../site', '--json'])
  const serve = [process.execPath, join(repository, 'scripts/lib/serve-site.mjs'), '../site']
  const theirs = call(home, [...serve, node, skills, 'add', '{URL}', '-g', '-y', '--skill', '*', '-a', 'claude-code'])
  const paths = ['mail/SKILL.md', 'forms/SKILL.md', 'forms/references/fields.md']
  const readAll = (folder) => Promise.all(paths.map((path) => readFile(join(home, folder, path), 'utf8').catch(String)))
  const got = await readAll('.claude/skills')
  await rm(join(home, '.agents'), { recursive: true, force: true })
  await rm(join(home, '.claude/skills'), { recursive: true, force: true })
  const install = '"$0" "$1" trust {HOST} && exec "$0" "$1" install --all --from {URL} --yes --json'
  const ours = call(home, [...serve, 'sh', '-c', install, process.execPath, main])
  const [wanted, own] = [await readAll('source'), await readAll('.agents/skills')]
  const ok = [got, own].every((texts) => texts.join('\0') === wanted.join('\0'))
  return { ok, output: [published, theirs, ours, ...got, ...own].join('\n'), note: 'an archive and a single file' }
}

function call(home, words) {
  const isolation =
    spawnSync(ALONE[0], [...ALONE.slice(1), ...LOOPBACK, 'true']).status === 0 ? [...ALONE, ...LOOPBACK] : []
  const [file, ...rest] = [...isolation, ...words]
  const env = { PATH: process.env.PATH, HOME: home, DISABLE_TELEMETRY: '1' }
  const { stdout, stderr } = spawnSync(file, rest, {
    cwd: join(home, 'project'),
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return stdout === '' ? JSON.stringify({ error: stderr }) : stdout
}
