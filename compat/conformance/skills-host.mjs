// The host that the suite drives: lists the skills of the server whose URL is the last argument. Unless the scenario is
// about listing alone, it then loads each skill and reads its other files, as a host does that does not look back.
import process from 'node:process'
import { createSkillsHost } from 'metier/mcp'

const url = process.argv.at(-1)
const isListOnly = process.env.MCP_CONFORMANCE_SCENARIO === 'sep-2640-client-no-prefetch'
const host = createSkillsHost({ servers: { suite: { url } } })
const failures = []

for (const server of await host.list()) {
  if (server.state !== 'listed' || server.refusedCount > 0) failures.push(JSON.stringify(server))
  const skills = server.state === 'listed' && !isListOnly ? server.skills : []
  for (const { name, files } of skills) {
    const paths = files.map(({ path }) => path)
    for (const path of ['SKILL.md', ...paths.filter((one) => one !== 'SKILL.md')]) {
      const read = await host.readFile(name, path)
      if (!read.ok) failures.push([read.failure.message, ...read.failure.suggestions].join('. '))
    }
  }
}
await host.close()
for (const failure of failures) process.stderr.write(`${failure}\n`)
process.exitCode = failures.length === 0 ? 0 : 1
