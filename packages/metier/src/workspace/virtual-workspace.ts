/** The tools of one conversation: each method is one call into a stage. */
import { resolve } from 'node:path'
import { SkillManager } from '../manager/skill-manager.js'
import { LIMITS } from '../skill/limits.js'
import { type ActiveSkills, NOTHING_ACTIVE } from './activation/activation.js'
import { type ActiveServers, createActiveServers } from './activation/active-servers.js'
import { type ChangeListener, createChangeListener } from './activation/change-listener.js'
import { type ClosableSwitch, createClosableSwitch } from './activation/close-switch.js'
import {
  activatedEvent,
  describeActivation,
  describeDeactivation,
  hearOut,
  refuseSwitch,
  type SwitchResult,
} from './activation/switch-result.js'
import { type CallerOptions, createSkillSwitch } from './activation/switch-skills.js'
import type { SkillDefinition } from './define-skill.js'
import { createDefinitions, type Definitions } from './definitions.js'
import { createSkillList, type ListedSkill } from './list-skills.js'
import { createMetrics, type Metrics, type MetricsReport } from './metrics/metrics.js'
import type { PermissionContext } from './permission/permission.js'
import { createCurrentPolicy } from './permission/policy.js'
import type { Section } from './render/box.js'
import { type RenderOptions, renderWorkspace } from './render/render-workspace.js'
import { renderSkillsSection, renderSkillToolsSection } from './render/sections.js'
import {
  createActiveSkillMethods,
  describeAll,
  overlayManager,
  toolsFor,
  toolsOf,
  type WorkspaceSkillManager,
} from './skill-manager-view.js'
import { type BaseTools, createBaseTools, EVERY_NAME } from './tools/base-tools.js'
import type { CallResult } from './tools/call-tool.js'
import { callTracedTool } from './tools/call-traced-tool.js'
import { createKnownTools, type KnownTools, type PotentialTools } from './tools/known-tools.js'
import { sourceOf, type Tool, type ToolRegistration, type ToolSource } from './tools/tool.js'
import type { ToolComponent } from './tools/tool-component.js'
import { createCurrentTable } from './tools/tool-table.js'
import { requireOptions, type VirtualWorkspaceOptions } from './workspace-options.js'
import { describeState, type ImportResult, importState, refreshState, type WorkspaceState } from './workspace-state.js'

/**
 * The tools of one conversation. A skill's tools are available while the skill is active.
 *
 * @example
 * import { defineSkill, VirtualWorkspace } from 'metier/workspace'
 *
 * const greeting = defineSkill({ name: 'greeting', description: 'Greets people', workDirection: 'Be kind.' })
 * const workspace = new VirtualWorkspace({ skills: [greeting] })
 * const { message, instructions } = await workspace.activateSkill('greeting')
 */
export class VirtualWorkspace {
  /** The skill manager with what is active here: one manager may serve many workspaces, so it cannot know that itself. */
  readonly skillManager: WorkspaceSkillManager
  /** What the servers of active skills offer besides tools. */
  readonly servers: ActiveServers
  /** Whether one skill or several can be active at a time. */
  readonly mode: 'single' | 'multi'
  /** The title of the rendered context. */
  readonly name: string
  readonly #options: VirtualWorkspaceOptions
  readonly #workdir: string
  readonly #base: BaseTools = createBaseTools()
  readonly #definitions: Definitions
  readonly #known: KnownTools
  readonly #metrics: Metrics
  readonly #switch: ClosableSwitch
  readonly #now = createCurrentTable(this.#base, () => this.#active)
  readonly #rules: ReturnType<typeof createCurrentPolicy>
  readonly #changes: ChangeListener
  readonly #listed: () => readonly ListedSkill[]
  #active: ActiveSkills = NOTHING_ACTIVE

  constructor(options: VirtualWorkspaceOptions = {}) {
    this.#options = requireOptions(options)
    this.mode = options.mode ?? 'single'
    this.name = options.name ?? 'WORKSPACE'
    this.#definitions = createDefinitions(options.skills ?? [])
    this.#rules = createCurrentPolicy(options)
    const { skillManager, workdir = '.', hookMilliseconds = LIMITS.hookSeconds * 1000 } = options
    this.#metrics = createMetrics(options.onMetrics)
    this.#changes = createChangeListener(hookMilliseconds)
    this.#listed = createSkillList(this.#definitions, skillManager)
    this.#workdir = resolve(workdir)
    const files = skillManager && { manager: skillManager, workdir: this.#workdir }
    this.#known = createKnownTools({ definitions: this.#definitions, files, index: () => this.#base.index() })
    const [{ all: definitions }, { potential }] = [this.#definitions, this.#known]
    const manager = skillManager ?? new SkillManager({ roots: [], index: false, config: {} })
    const [active, table, permitting] = [() => this.#active, () => this.#now(), () => this.#permitting()]
    const { servers, tell: contentsChanged } = createActiveServers({ active, permitting })
    this.servers = servers
    const methods = createActiveSkillMethods({ definitions, manager, potential, active, table })
    this.skillManager = overlayManager(manager, methods)
    const { startServer, reservedNames } = options
    const around = { mode: this.mode, definitions: this.#definitions, known: this.#known, files, hookMilliseconds }
    const inner = createSkillSwitch({
      ...around,
      ...{ startServer, reservedNames, permitting, active, contentsChanged },
      index: () => this.#base.index(),
      assign: (next) => {
        this.#active = next
      },
      changed: () => this.#changes.tell(),
    })
    this.#switch = createClosableSwitch(inner)
  }

  /** Makes the tools of a component available. A component with the same key is replaced. */
  registerComponent(key: string, component: ToolComponent): void {
    this.#base.setComponent(key, component)
    void this.#changes.tell()
  }

  /** Removes a component and its tools. Returns whether it was registered. */
  unregisterComponent(key: string): boolean {
    return this.#tellIf(this.#base.removeComponent(key))
  }

  /** Adds a tool that is always available. Of several versions, the newest that fits is offered. */
  addGlobalTool(tool: Tool): void {
    this.#base.addGlobal(tool)
    void this.#changes.tell()
  }

  /** Removes every version of a global tool. Returns whether there was one. */
  removeGlobalTool(name: string): boolean {
    return this.#tellIf(this.#base.removeGlobal(name))
  }

  /** Adds a skill written in TypeScript. A skill with the same name is replaced. */
  registerSkill(definition: SkillDefinition): void {
    this.#definitions.add(definition)
  }

  /** Removes a skill written in TypeScript and deactivates it. Returns whether it was registered. */
  async unregisterSkill(name: string): Promise<boolean> {
    const isKnown = this.#definitions.remove(name)
    // Queued, because the skill may be in the middle of an activation.
    if (isKnown) await this.#switch.deactivate(name)
    return isKnown
  }

  /**
   * Activates a skill with all of its tools, or changes nothing. In single mode it replaces the active skill. Never
   * throws for a refusal. If it is aborted, the skill is not active and its servers are stopped.
   */
  async activateSkill(name: string, options: CallerOptions = {}): Promise<SwitchResult> {
    const switched = await this.#switch.activate(name, options)
    if (!switched.ok) return refuseSwitch(switched.failure)
    const { activation, wasActive } = switched.value
    const tools = activation === undefined ? [] : toolsFor(activation, this.#active, this.#now())
    if (activation !== undefined && !wasActive) {
      this.#metrics.record(activatedEvent(activation))
      for (const one of this.#active.activations) this.#known.remember(one, toolsOf(one, this.#now()))
    }
    return describeActivation(name, await hearOut(switched.value), tools)
  }

  /** Deactivates a skill, or all of them without a name. Tools that it shadowed are back. */
  async deactivateSkill(name?: string): Promise<SwitchResult> {
    const before = this.#active.requested
    const switched = await this.#switch.deactivate(name)
    if (!switched.ok) return refuseSwitch(switched.failure)
    return describeDeactivation(name === undefined ? before : [name], await hearOut(switched.value))
  }

  /** Whether a tool can be called now; false for unknown names. */
  isToolAvailable(toolName: string): boolean {
    return this.findTool(toolName)?.enabled ?? false
  }

  /** The tools that can be called now. */
  getAvailableTools(): Tool[] {
    const table = this.#now(EVERY_NAME)
    for (const [tool, { skillName: skill = '' }] of table.granted)
      this.#metrics.record({ event: 'offered', tool, skill, count: 1 })
    return [...table.all().values()].filter(({ enabled }) => enabled).map(({ tool }) => tool)
  }

  /** Where a tool comes from and who owns it; null for unknown names. */
  getToolSource(toolName: string): { source: ToolSource; owner: string } | null {
    const registration = this.findTool(toolName)
    return registration === undefined ? null : sourceOf(registration)
  }

  /** A copy of every tool by name, including those that an active skill hides. */
  get toolSet(): Map<string, ToolRegistration> {
    return new Map([...this.#now(EVERY_NAME).all()].map(([name, registration]) => [name, { ...registration }]))
  }

  /** A copy of the tool that a name means now. Cheaper than `toolSet`. */
  findTool(toolName: string): ToolRegistration | undefined {
    const registration = this.#now(toolName).find(toolName)
    return registration && { ...registration }
  }

  /** Reads the files of every skill, so that `potentialTools` includes their tools. */
  learnTools(): Promise<void> {
    return this.#known.learn()
  }

  /** The tools that skills would add if they were active, as far as they are known. */
  get potentialTools(): PotentialTools {
    return this.#known.potential
  }

  /** Sets the one function that is called after every change of the available tools. */
  setOnToolAvailabilityChange(callback: (() => unknown) | undefined): void {
    this.#changes.set(callback)
  }

  /** Checks availability, parameters and permission, then runs a tool. A refusal is a result, not an exception. */
  callTool(name: string, params: unknown = {}, options: CallerOptions = {}): Promise<CallResult> {
    return callTracedTool(
      { name, params, signal: options.signal, client: options.client },
      {
        ...this.#permitting(),
        ...{ workdir: this.#workdir, skillManager: this.skillManager, isClosed: this.#switch.isClosed },
        table: () => this.#now(name),
        activation: (skill) => this.#active.activations.find((activation) => activation.name === skill),
        component: (key) => this.#base.component(key),
        known: this.#known,
        record: this.#metrics.record,
      },
    )
  }

  /** The skills written in TypeScript, by name. */
  get skills(): ReadonlyMap<string, SkillDefinition> {
    return this.#definitions.all
  }

  /** The skills that can be activated: those in TypeScript, then those that are files. */
  listSkills(): readonly ListedSkill[] {
    return this.#listed()
  }

  /** The skills that can be activated, for a person or a model. */
  renderSkillsSection(): Section {
    return renderSkillsSection(this.listSkills(), this.#active.requested)
  }

  /** The tools of the active skills, for a person or a model; null if there are none. */
  renderSkillToolsSection(): Section | null {
    return renderSkillToolsSection(describeAll(this.#active, this.#now()))
  }

  /** Renders the whole context as text, in boxes or as Markdown. */
  async render(options: RenderOptions = {}): Promise<string> {
    const [components, table, { requested }] = [[...this.#base.components()], this.#now(EVERY_NAME), this.#active]
    const [skills, active] = [this.listSkills(), describeAll(this.#active, table)]
    return renderWorkspace({ name: this.name, skills, requested, active, components, table }, options)
  }

  /** What was offered, activated, called and refused, and how long it took. */
  getMetrics(): MetricsReport {
    return this.#metrics.report()
  }

  /** What is active, as plain JSON. */
  exportState(): WorkspaceState {
    return describeState(this.#active, this.mode)
  }

  /** Activates the skills of an exported state, and reports those that are gone, changed or refused. */
  async importState(state: unknown, options: { readonly signal?: AbortSignal } = {}): Promise<ImportResult> {
    return importState(state, this.#importing(options.signal))
  }

  /** Checks every active skill again, after a reload for example, and reports those that are gone or changed. */
  async refresh(options: { readonly signal?: AbortSignal } = {}): Promise<ImportResult> {
    return refreshState(this.exportState(), this.#importing(options.signal))
  }

  /** Deactivates everything and waits until nothing runs; later activations and calls are refused. In a hook, it does not wait. */
  close(): Promise<void> {
    return this.#switch.close()
  }

  #importing(signal: AbortSignal | undefined) {
    return {
      signal,
      activate: (name: string) => this.activateSkill(name, signal && { signal }),
      deactivate: (name?: string) => this.#switch.deactivate(name),
      digests: () => new Map(this.#active.activations.map(({ name, digest }) => [name, digest])),
    }
  }

  #permitting(): PermissionContext {
    return { policy: this.#rules(), approve: this.#options.approve, activations: this.#active.activations }
  }

  #tellIf(isChanged: boolean): boolean {
    if (isChanged) void this.#changes.tell()
    return isChanged
  }
}
