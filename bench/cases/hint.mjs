// An error that says what may have been meant: the first one of the process.
import { openManager } from '../lib/metier.mjs'

/** `wrong`: `slip` is a real name with two letters changed, `unlike` a name that nothing resembles. */
export async function measure({ wrong, ...place }) {
  const manager = await openManager(place)
  // Whoever names a skill has been shown the list before.
  const skills = manager.getAvailableSkills()
  const { name } = skills[Math.floor(skills.length * 0.6)]
  const wanted = wrong === 'slip' ? `${name.slice(0, 2)}x${name.slice(3, -3)}${name.slice(-2)}` : 'zyxwvu'
  const start = performance.now()
  const { failure } = manager.resolve(wanted)
  const first = performance.now() - start
  return { firstMs: first, hints: failure.suggestions.length, names: skills.length }
}
