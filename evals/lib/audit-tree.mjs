// Audits every skill below DIR/.claude/skills in this process and says how many files it has read.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadEngine, readSkillFolder } from './audit-engine.mjs'

const skills = join(process.argv[2], '.claude/skills')
const { scan } = await loadEngine()
let files = 0
let found = 0
for (const name of readdirSync(skills)) {
  const { coverage, findings } = await scan(readSkillFolder(join(skills, name)))
  files += coverage.read + coverage.partial
  found += findings.length
}
process.stdout.write(JSON.stringify({ files, findings: found }))
