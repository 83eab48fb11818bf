// Asking the user at the terminal.
import { createInterface } from 'node:readline/promises'

/** Asks the user; `--yes` approves everything. */
export async function confirm(message) {
  if (process.argv.includes('--yes')) return true
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // If no one can answer, the answer is no.
  const ended = new Promise((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${message} [y/N] `), ended])
  terminal.close()
  return answer.trim().toLowerCase() === 'y'
}

/** Shows what a skill would run, and approves exactly that. */
export async function approveSkill(skills, name, ask = confirm) {
  const review = await skills.review(name)
  if (review.approved) return
  for (const { name: tool, run } of review.tools) console.error(`  ${tool}: ${run.join(' ')}`)
  for (const { name: server, command } of review.servers) console.error(`  ${server}: ${command.join(' ')}`)
  if (await ask(`Allow skill '${name}' to run these?`)) await skills.approve(name, { digest: review.digest })
  else
    console.error(
      `Not approved: the tools of '${name}' stay off. To approve them, run this again and answer y, or pass --yes.`,
    )
}
