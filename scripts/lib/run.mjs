// Starting the project's tools, and running a list of steps to the end even when one of them fails.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The argument list that starts a tool of `node_modules` without a shell, or `undefined` where it is not installed. */
export function tool(packageName, command = packageName) {
  const folder = join(repository, 'node_modules', packageName)
  if (!existsSync(folder)) return undefined
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return [process.execPath, join(folder, typeof bin === 'string' ? bin : bin[command])]
}

/** npm itself: the one that runs us, if one does. */
export function npm() {
  const running = process.env.npm_execpath
  return running?.endsWith('.js') ? [process.execPath, running] : ['npm']
}

/** Runs a command to its end; `output` is what it printed, in order, unless it printed for itself. */
export function run(command, { show = false, env = {}, cwd = repository } = {}) {
  const [file, ...parameters] = command
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(file, parameters, {
      cwd,
      env: { ...process.env, ...(show ? {} : { NO_COLOR: '1' }), ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: file === 'npm' && process.platform === 'win32',
    })
    let output = ''
    const collect = (part) => {
      output += part
    }
    child.stdout?.setEncoding('utf8').on('data', collect)
    child.stderr?.setEncoding('utf8').on('data', collect)
    child.on('error', reject)
    child.on('close', (code) => resolve({ ok: code === 0, output, seconds: (performance.now() - started) / 1000 }))
  })
}

/**
 * Runs every step and prints a line for each; the output of one that failed follows its line.
 * A step is `{ name, run, soft? }`; `run` gives `{ ok, output, note? }`, and a soft step never counts as failed.
 */
export async function runSteps(steps) {
  const started = performance.now()
  let failed = 0
  for (const step of steps) {
    const begun = performance.now()
    const outcome = await attempt(step)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6)
    const trouble = step.soft ? 'note  ' : 'FAILED'
    console.log(
      `${outcome.ok ? 'ok    ' : trouble} ${seconds} s  ${step.name}${outcome.note ? `: ${outcome.note}` : ''}`,
    )
    if (outcome.ok) continue
    console.log(indent(outcome.output))
    if (!step.soft) failed += 1
  }
  const total = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${steps.length - failed} passed, ${failed} failed in ${total} s`)
  return failed === 0
}

async function attempt(step) {
  try {
    return await step.run()
  } catch (error) {
    return { ok: false, output: String(error?.stack ?? error) }
  }
}

function indent(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `       ${line}`)
    .join('\n')
}
