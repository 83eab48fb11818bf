// The loop that most people would write: find the files, parse each with the usual package.
import { readFile } from 'node:fs/promises'
import { importPackage } from '../lib/modules.mjs'

export async function prepare({ compat, root }) {
  const { default: matter } = await importPackage(compat, 'gray-matter')
  const { default: glob } = await importPackage(compat, 'fast-glob')
  return async () => {
    const skills = []
    for (const file of await glob('**/SKILL.md', { cwd: root, absolute: true })) {
      const skill = readSkill(await readFile(file, 'utf8'))
      if (skill !== undefined) skills.push({ ...skill, file })
    }
    return { count: skills.length, hold: skills }
  }

  function readSkill(text) {
    try {
      // Its cache would hold the file of the last run; with options it keeps none.
      const { data, content } = matter(text, {})
      return data.name && data.description ? { ...data, content } : undefined
    } catch {
      return undefined
    }
  }
}
