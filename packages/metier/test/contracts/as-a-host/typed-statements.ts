/**
 * The declarations of the documents, each as a host's module: compiles.test.ts compiles every one of them against the packed
 * package. They are texts, so that each is a module of its own and a fault in one does not stop the others.
 */

interface TypedStatement {
  readonly name: string
  readonly program: string
}

const WAVE: readonly TypedStatement[] = [
  {
    name: 'W-1…W-6: the document’s literal is a ToolPlugin',
    program: `
import type { ToolContext, ToolPlugin, ToolResult } from 'metier'
import type { SkillToolArgs } from 'metier/tools'
export const skillTool: ToolPlugin = {
  name: 'Skill',
  description: 'Invoke skills based on available skill metadata. Skills: none',
  config: {
    type: 'function',
    function: {
      name: 'Skill',
      description: 'Invoke a skill to apply specialized expertise and capabilities',
      parameters: {
        type: 'object',
        properties: { skill_name: { type: 'string', description: 'Name of the skill' } },
        required: ['skill_name'],
        additionalProperties: false,
      },
    },
  },
  execute: async (args: SkillToolArgs, context: ToolContext): Promise<ToolResult> => ({
    success: true,
    content: args.skill_name + context.workdir,
    shortResult: args.skill_name,
  }),
}`,
  },
  {
    name: 'W-7: a context is declared with ISkillManager and BackgroundBashManager',
    program: `
import type { BackgroundBashManager, ISkillManager, ToolContext } from 'metier'
interface DocumentContext {
  abortSignal?: AbortSignal
  backgroundBashManager?: BackgroundBashManager
  workdir: string
  skillManager?: ISkillManager
}
export function toContext(context: DocumentContext): ToolContext {
  return context
}`,
  },
  {
    name: 'W-7, W-14: a host’s class is an ISkillManager, and so is ours',
    program: `
import { type ISkillManager, SkillManager } from 'metier'
import { SkillTool } from 'metier/tools'
class OwnManager implements ISkillManager {
  async initialize() {}
  getAvailableSkills() {
    return [{ name: 'own', description: 'Own' }]
  }
  async loadSkill(name: string) {
    return { name, description: 'Own', type: 'personal' as const, skillPath: '/own', content: '# Own' }
  }
}
const managers: ISkillManager[] = [new OwnManager(), new SkillManager()]
export const tools = managers.map((manager) => new SkillTool(manager))
export const started = managers.map((manager) => manager.initialize())`,
  },
  {
    name: 'W-11: our results are the document’s ToolResult',
    program: `
import { SkillManager } from 'metier'
import { SkillTool } from 'metier/tools'
interface ToolResult {
  success: boolean
  content: string
  error?: string
  shortResult?: string
}
export async function run(workdir: string): Promise<ToolResult> {
  return new SkillTool(new SkillManager()).execute({ skill_name: 'pdf' }, { workdir })
}`,
  },
  {
    name: 'W-14, W-15, W-16: SkillManager has the document’s methods',
    program: `
import { type Skill, SkillManager, type SkillMetadata } from 'metier'
interface DocumentManager {
  initialize(): Promise<void>
  getAvailableSkills(): SkillMetadata[]
  loadSkill(skillName: string): Promise<Skill | null>
}
export const manager: DocumentManager = new SkillManager()`,
  },
  {
    name: 'W-17, W-18: our discovery is the document’s SkillDiscoveryResult',
    program: `
import { SkillManager, type SkillMetadata } from 'metier'
interface SkillError {
  skillPath: string
  message: string
}
interface SkillDiscoveryResult {
  personalSkills: Map<string, SkillMetadata>
  projectSkills: Map<string, SkillMetadata>
  errors: SkillError[]
}
export const result: SkillDiscoveryResult = new SkillManager().discovery`,
  },
  {
    name: 'W-31, W-32: our details are the document’s SkillErrorDetails',
    program: `
import { SkillManager } from 'metier'
import { explainSkill } from 'metier/tools'
type SkillErrorType = 'skill_not_found' | 'skill_invalid' | 'skill_inaccessible' | 'skill_malformed' | 'system_error'
interface SkillErrorDetails {
  type: SkillErrorType
  skillName?: string
  message: string
  suggestions?: string[]
  availableSkills?: string[]
}
export async function explain(name: string): Promise<SkillErrorDetails | undefined> {
  return explainSkill(new SkillManager(), name)
}`,
  },
  {
    name: 'W-44: the document’s three lines',
    program: `
import { SkillManager, type SkillManagerOptions, type ToolPlugin } from 'metier'
import { SkillTool } from 'metier/tools'
export class ToolManager {
  private tools = new Map<string, ToolPlugin>()
  constructor(options: SkillManagerOptions) {
    const skillManager = new SkillManager(options)
    const skillTool = new SkillTool(skillManager)
    this.tools.set(skillTool.name, skillTool)
  }
}`,
  },
  {
    name: 'W-44: a tool over a manager that a host made with the document’s fields',
    program: `
import { SkillTool } from 'metier/tools'
const skill = { name: 'own', description: 'Own', type: 'project' as const, skillPath: '/own', content: '# Own' }
const ownManager = {
  async initialize() {},
  getAvailableSkills: () => [skill],
  loadSkill: async (name: string) => (name === skill.name ? skill : null),
}
export const tool = new SkillTool(ownManager)`,
  },
  {
    name: 'W-45, W-46: our parser gives the document’s ParsedSkillFile',
    program: `
import { parseSkillFile, type SkillFrontmatter, type SkillMetadata } from 'metier'
interface ParsedSkillFile {
  frontmatter: SkillFrontmatter
  content: string
  skillMetadata: SkillMetadata
  validationErrors: string[]
  isValid: boolean
}
export const parse: (filePath: string) => ParsedSkillFile = parseSkillFile`,
  },
]

const OTHERS: readonly TypedStatement[] = [
  {
    name: 'N-1: a tool over a manager that a host made with names and paths',
    program: `
import { createSkillTool } from 'metier/tools'
const skillManager = {
  getSkills: () => [{ name: 'own', path: '/own/SKILL.md' }],
  readSkillBody: async (skill: { name: string; path: string }) => 'Body of ' + skill.path,
}
export const tool = createSkillTool({ skillManager })`,
  },
  {
    name: 'N-1, N-13: the factory takes a SkillManager and gives name, execute and approval',
    program: `
import type { SkillManager } from 'metier'
import { createSkillTool } from 'metier/tools'
interface Tool {
  name: string
  description: string
  execute(params: { skill: string }): Promise<{ llmContent: string; returnDisplay?: string; isError?: boolean }>
  approval?: { category?: 'read' | 'write' | 'command' }
}
export const create: (opts: { skillManager: SkillManager }) => Tool = createSkillTool`,
  },
  {
    name: 'G-4, G-5: a result is documentation or an error, and narrows',
    program: `
import { SkillManager } from 'metier'
import { createGetSkillTool } from 'metier/tools'
export async function read(): Promise<string> {
  const result = await createGetSkillTool({ skillManager: new SkillManager() }).execute({ skill_name: 'calculator' })
  return 'error' in result ? result.error : result.skill_name + result.documentation
}`,
  },
  {
    name: 'C-5, C-8, C-10: the answers of list, info and check have exact types',
    program: `
import { SkillManager } from 'metier'
const skills = new SkillManager()
const info = skills.info('himalaya')
export const infoText: string = 'error' in info ? info.error : info.path
const check = skills.check('himalaya')
export const reasons: readonly string[] = 'error' in check ? [] : check.reasons
export const names: readonly string[] = skills.list().skills.map((skill) => skill.name)`,
  },
  {
    name: 'C-29, C-30: the answer of install narrows by installed',
    program: `
import { SkillManager } from 'metier'
export async function install(): Promise<string> {
  const answer = await new SkillManager().install({ skill: 'himalaya', from: 'clawhub' })
  if (!answer.installed) return answer.error
  const commands: readonly string[] = answer.install_hints.map((hint) => hint.command)
  return answer.path + commands.join()
}`,
  },
  {
    name: 'C-33: the answer of reload has counts and changes',
    program: `
import { SkillManager } from 'metier'
export async function reload(): Promise<number> {
  const { previous, current, changes } = await new SkillManager().reload()
  return current.eligible - previous.eligible + changes.filter(({ was, now }) => was !== now).length
}`,
  },
  {
    name: 'V-1: ToolSource.SKILL is a value',
    program: `
import { ToolSource, VirtualWorkspace } from 'metier/workspace'
export const isSkillTool = new VirtualWorkspace().toolSet.get('x')?.source === ToolSource.SKILL`,
  },
  {
    name: 'V-1: ToolSource.SKILL is a type',
    program: `
import { ToolSource } from 'metier/workspace'
interface SkillRegistration {
  source: ToolSource.SKILL
}
export const registration: SkillRegistration = { source: ToolSource.SKILL }`,
  },
  {
    name: 'V-2: our registration is the document’s ToolRegistration',
    program: `
import { type Tool, ToolSource, VirtualWorkspace } from 'metier/workspace'
interface ToolRegistration {
  tool: Tool
  source: ToolSource
  componentKey?: string
  skillName?: string
  enabled: boolean
}
export const registration: ToolRegistration | undefined = new VirtualWorkspace().toolSet.get('x')`,
  },
  {
    name: 'V-2: a host switches a registration of its own',
    program: `
import { type Tool, type ToolRegistration, ToolSource } from 'metier/workspace'
export function register(tool: Tool): ToolRegistration {
  const registration: ToolRegistration = { tool, source: ToolSource.GLOBAL, enabled: true }
  registration.enabled = false
  return registration
}`,
  },
  {
    name: 'V-3: our state is the document’s SkillToolState',
    program: `
import { type Tool, VirtualWorkspace } from 'metier/workspace'
interface SkillToolState {
  skillName: string
  tools: Tool[]
  active: boolean
  addedToolNames: string[]
}
export const states: SkillToolState[] = new VirtualWorkspace().skillManager.getAllSkillToolStates()`,
  },
  {
    name: 'V-4, V-5, V-6, V-12, V-16, V-17, V-18: the methods have the document’s signatures',
    program: `
import { type Tool, type ToolSource, VirtualWorkspace } from 'metier/workspace'
interface DocumentManager {
  getActiveSkillTools(): Tool[]
  getActiveSkillToolNames(): string[]
  isToolFromActiveSkill(toolName: string): boolean
}
interface DocumentWorkspace {
  setOnToolAvailabilityChange(callback: () => void): void
  isToolAvailable(toolName: string): boolean
  getAvailableTools(): Tool[]
  getToolSource(toolName: string): { source: ToolSource; owner: string } | null
}
export const workspace: DocumentWorkspace & { skillManager: DocumentManager } = new VirtualWorkspace()`,
  },
]

export const TYPED_STATEMENTS = [...WAVE, ...OTHERS]
