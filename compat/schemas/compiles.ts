/** What hosts write, under their zod's own types: `tsc` alone looks at this file. */

import { createSkillTool } from 'metier/tools'
import { defineTool } from 'metier/workspace'
import { z } from 'zod'
import { z as z40 } from 'zod-4-0-0'
import { z as z41 } from 'zod-4-1'
import { z as z43 } from 'zod-4-3'

const tool = createSkillTool({
  skillManager: { getSkills: () => [{ name: 'pdf', path: '/pdf/SKILL.md' }], readSkillBody: async () => '' },
})

export const described = [
  z40.toJSONSchema(tool.parameters),
  z41.toJSONSchema(tool.parameters),
  z43.toJSONSchema(tool.parameters),
  z.toJSONSchema(tool.parameters),
]

const file = z.object({ file: z.string() })
const file41 = z41.object({ file: z41.string() })

export const tools = [
  defineTool({ toolName: 'read', desc: 'Reads', paramsSchema: file, execute: ({ file: name }) => name.trim() }),
  defineTool({ toolName: 'read', desc: 'Reads', paramsSchema: z.toJSONSchema(file), execute: (given) => given.file }),
  // The next step that a refused schema of zod 4.1 is given.
  defineTool({
    toolName: 'read',
    desc: 'Reads',
    paramsSchema: z41.toJSONSchema(file41),
    execute: (given) => file41.parse(given).file.trim(),
  }),
]
