// The most memory that a command line uses, as the system counts it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The first two starts keep something for later ones. */
const STARTS = 3

export function measure({ words, home, scratch }) {
  const [report, preload] = [join(scratch, 'peak'), join(scratch, 'report-peak.cjs')]
  const write = `require('fs').writeFileSync(${JSON.stringify(report)}, String(process.resourceUsage().maxRSS))`
  writeFileSync(preload, `process.on('exit', () => ${write})\n`)
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' }
  for (let start = 0; start < STARTS; start++) {
    const { status, stderr } = spawnSync(process.execPath, ['--require', preload, ...words], { cwd: home, env })
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  }
  return { peakMb: Number(readFileSync(report, 'utf8')) / 1024 }
}
