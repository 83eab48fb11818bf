// Draws the README's pictures of the command line from what it really prints: `node scripts/pictures.mjs`.
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from './lib/run.mjs'

const commandLine = join(repository, 'packages/metier/dist/cli/main.js')
const columns = 100
const line = 19
const character = 8.43

const pictures = {
  list: ['list', '--root', 'examples/skills'],
  check: ['check', 'video-frames', '--root', 'examples/skills'],
}

await mkdir(join(repository, 'docs/images'), { recursive: true })
for (const [name, words] of Object.entries(pictures)) {
  const env = { ...process.env, COLUMNS: String(columns), NO_COLOR: '1', PATH: join(process.execPath, '..') }
  const { stdout } = spawnSync(process.execPath, [commandLine, ...words], { cwd: repository, env, encoding: 'utf8' })
  const shown = [`$ metier ${words.join(' ')}`, '', ...stdout.trimEnd().split('\n').map(cut)]
  await writeFile(join(repository, `docs/images/${name}.svg`), draw(shown, `metier ${words.join(' ')}`))
}

function cut(text) {
  const characters = [...text]
  let used = 0
  const end = characters.findIndex((one) => {
    used += one.codePointAt(0) > 0x2e80 ? 2 : 1
    return used > columns
  })
  return end < 0 ? text : `${characters.slice(0, end - 1).join('')}…`
}

function draw(lines, title) {
  const width = Math.ceil(columns * character) + 40
  const height = lines.length * line + 40
  const rows = lines.map((text, at) => `<text x="20" y="${34 + at * line}" xml:space="preserve">${colour(text)}</text>`)
  const style =
    'text{font:14px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dce2}.y{fill:#7ee787}.n{fill:#ff7b72}.q{fill:#8b949e}'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img"><title>${title}</title><style>${style}</style><rect width="100%" height="100%" rx="8" fill="#0d1117"/>${rows.join('')}</svg>\n`
}

function colour(text) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  if (escaped.startsWith('$ ')) return `<tspan class="q">${escaped}</tspan>`
  return escaped.replaceAll('✓', '<tspan class="y">✓</tspan>').replaceAll('✗', '<tspan class="n">✗</tspan>')
}
