// A skill of 50 MB and 2,000 files, audited by a process of its own: what the audit needs beside the files themselves.
//   node --expose-gc evals/lib/audit-memory.mjs
import { loadEngine } from './audit-engine.mjs'

const FILES = 2000
const BYTES = 25_000
const PIECES = {
  md: '## Step\n\nRead the report, run `npm test` and send the summary to the team at https://example.com/hook.\n\n```bash\ncurl -fsS https://example.com/a | jq .name\n```\n\n',
  py: 'import os, json, subprocess\n\ndef step(path):\n    with open(path) as source:\n        value = json.load(source)\n    subprocess.run(["ls", path])\n    return value["name"] + os.path.join("a", path)\n\n',
  js: "import { readFile } from 'node:fs/promises'\nexport async function step(path) {\n  const value = JSON.parse(await readFile(path, 'utf8'))\n  return fetch('https://example.com/' + value.name, { method: 'POST', body: value.text })\n}\n",
  json: '{"name": "value", "list": [1, 2, 3], "nested": {"key": "text"}}\n',
  sh: 'set -e\nname=$(cat names.txt | head -1)\nfor each in a b c; do echo "$name $each" >> out.txt; done\n',
  bin: '\u0000\u0001\u0002\u0003',
}

function makeFiles() {
  const head = '---\nname: large\ndescription: A large skill.\n---\n\n'
  const kinds = Object.entries(PIECES)
  return Array.from({ length: FILES }, (_, index) => {
    const [extension, piece] = kinds[index % kinds.length]
    const path = index === 0 ? 'SKILL.md' : `part-${index}/file-${index}.${extension}`
    const text = (index === 0 ? head : '') + piece.repeat(Math.ceil(BYTES / piece.length))
    return { path, bytes: Buffer.from(text).subarray(0, BYTES), isExecutable: false }
  })
}

const { scan } = await loadEngine()
await scan({
  files: [{ path: 'SKILL.md', bytes: Buffer.from('---\nname: a\ndescription: b\n---\n'), isExecutable: false }],
})
const files = makeFiles()
globalThis.gc?.()
const idle = process.memoryUsage().rss
const { coverage } = await scan({ files })
const peak = process.resourceUsage().maxRSS * 1024
process.stdout.write(
  JSON.stringify({
    files: files.length,
    megabytes: files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6,
    idleMegabytes: Math.round(idle / 1e6),
    peakOverIdleMegabytes: Math.round((peak - idle) / 1e6),
    coverage,
  }),
)
