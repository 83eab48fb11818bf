/** The tools of one conversation: each method is one call into a stage. */

import { resolve } from 'node:path'
import { SkillManager } from '../manager/skill-manager.js'
import { LIMITS } from '../skill/limits.js'
import { type Activation, type ActiveSkills, NOTHING_ACTIVE } from './activation/activation.js'
import { type ChangeListener, createChangeListener } from './activation/change-listener.js'
import {
  activatedEvent,
  describeActivation,
  describeDeactivation,
  hearOut,
  refuseSwitch,
  type SwitchResult,
} from './activation/switch-result.js'
import { createSkillSwitch, type SkillSwitch } from './activation/switch-skills.js'
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
import { type CallResult, callTool } from './tools/call-tool.js'
import { createKnownTools, type KnownTools, type PotentialTools } from './tools/known-tools.js'
import { sourceOf, type Tool, type ToolRegistration, type ToolSource } from './tools/tool.js'
import type { ToolComponent } from './tools/tool-component.js'
import { createCurrentTable } from './tools/tool-table.js'
import type { VirtualWorkspaceOptions } from './workspace-options.js'
import { describeState, type ImportResult, importState, refreshState, type WorkspaceState } from './workspace-state.js'

/**
 * Skills bring their tools when they are activated, and take them away again.
 *
 * @example
 * const workspace = new VirtualWorkspace({ skills: [greeting] })
 * await workspace.activateSkill('greeting')
 * const { result } = await workspace.callTool('greet', { name: 'Ada' })
 */
export class VirtualWorkspace {
  /** A view of this workspace: every method of the skill manager, and what is active here. */
  readonly skillManager: WorkspaceSkillManager
  readonly mode: 'single' | 'multi'
  readonly name: string
  readonly #options: VirtualWorkspaceOptions
  readonly #workdir: string
  readonly #base: BaseTools = createBaseTools()
  readonly #definitions: Definitions
  readonly #known: KnownTools
  readonly #metrics: Metrics
  readonly #switch: SkillSwitch
  readonly #now = createCurrentTable(this.#base, () => this.#active)
  readonly #rules: ReturnType<typeof createCurrentPolicy>
  readonly #changes: ChangeListener
  readonly #listed: () => readonly ListedSkill[]
  #active: ActiveSkills = NOTHING_ACTIVE

  constructor(options: VirtualWorkspaceOptions = {}) {
    this.#options = options
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
    const { all: definitions } = this.#definitions
    const methods = createActiveSkillMethods({ definitions, active: () => this.#active, table: () => this.#now() })
    const manager = skillManager ?? new SkillManager({ roots: [], index: false, config: {} })
    this.skillManager = overlayManager(manager, methods)
    this.#switch = createSkillSwitch({
      mode: this.mode,
      hookMilliseconds,
      definitions: this.#definitions,
      known: this.#known,
      files,
      startServer: options.startServer,
      index: () => this.#base.index(),
      permitting: () => this.#permitting(),
      active: () => this.#active,
      assign: (next) => {
        this.#active = next
      },
      changed: () => this.#changes.tell(),
    })
  }

  /** Makes a component's tools available under its key, in the place of one that had the key before. */
  registerComponent(key: string, component: ToolComponent): void {
    this.#base.setComponent(key, component)
    void this.#changes.tell()
  }

  /** Takes a component's tools away. */
  unregisterComponent(key: string): boolean {
    return this.#tellIf(this.#base.removeComponent(key))
  }

  /** V-20: a tool that is always there; of several versions the newest that will do is offered. */
  addGlobalTool(tool: Tool): void {
    this.#base.addGlobal(tool)
    void this.#changes.tell()
  }

  removeGlobalTool(name: string): boolean {
    return this.#tellIf(this.#base.removeGlobal(name))
  }

  /** Makes a skill in TypeScript known, in the place of one that had the name before. */
  registerSkill(definition: SkillDefinition): void {
    this.#definitions.add(definition)
  }

  /** Forgets a skill; one that is active is deactivated. */
  async unregisterSkill(name: string): Promise<boolean> {
    const isKnown = this.#definitions.remove(name)
    // In its turn: an activation of it may be under way.
    if (isKnown) await this.#switch.deactivate(name)
    return isKnown
  }

  /**
   * V-23, V-25: the skill's tools become available, whole or not at all. Never throws for a domain failure; aborted, it
   * leaves nothing of the skill active or running.
   */
  async activateSkill(name: string, options: { readonly signal?: AbortSignal } = {}): Promise<SwitchResult> {
    const switched = await this.#switch.activate(name, options.signal)
    if (!switched.ok) return refuseSwitch(switched.failure)
    const { activation, wasActive } = switched.value
    const tools = activation === undefined ? [] : toolsFor(activation, this.#active, this.#now())
    if (activation !== undefined && !wasActive) {
      this.#metrics.record(activatedEvent(activation))
      for (const one of this.#active.activations) this.#known.remember(one.name, toolsOf(one, this.#now()))
    }
    return describeActivation(name, await hearOut(switched.value), tools)
  }

  /** V-24: the tools are gone, and what was shadowed is there again. Without a name, everything is deactivated. */
  async deactivateSkill(name?: string): Promise<SwitchResult> {
    const before = this.#active.requested
    const switched = await this.#switch.deactivate(name)
    if (!switched.ok) return refuseSwitch(switched.failure)
    return describeDeactivation(name === undefined ? before : [name], await hearOut(switched.value))
  }

  /** V-16. */
  isToolAvailable(toolName: string): boolean {
    return this.findTool(toolName)?.enabled ?? false
  }

  /** V-17. */
  getAvailableTools(): Tool[] {
    const table = this.#now(EVERY_NAME)
    for (const [tool, { skillName = '' }] of table.granted) {
      this.#metrics.record({ event: 'offered', tool, skill: skillName, count: 1 })
    }
    return [...table.all().values()].filter(({ enabled }) => enabled).map(({ tool }) => tool)
  }

  /** V-18: who a tool belongs to now. */
  getToolSource(toolName: string): { source: ToolSource; owner: string } | null {
    const registration = this.findTool(toolName)
    return registration === undefined ? null : sourceOf(registration)
  }

  /** V-19: every name that means something now. */
  get toolSet(): ReadonlyMap<string, ToolRegistration> {
    return new Map(this.#now(EVERY_NAME).all())
  }

  /** What a name means now, without looking at any other. */
  findTool(toolName: string): ToolRegistration | undefined {
    return this.#now(toolName).find(toolName)
  }

  /** Looks at the files of every skill, for lists that hold the tools of inactive skills too: `potentialTools`. */
  learnTools(): Promise<void> {
    return this.#known.learn()
  }

  /** What skills would bring if they were active: those in TypeScript, and of those in folders what has been learnt. */
  get potentialTools(): PotentialTools {
    return this.#known.potential
  }

  /** V-12: the one function that is called after every change of what is available; the answer of a switch waits for it. */
  setOnToolAvailabilityChange(callback: (() => unknown) | undefined): void {
    this.#changes.set(callback)
  }

  /** Permit → validate → run → record. A refusal is a value that a model can act on. */
  callTool(name: string, params: unknown = {}, options: { readonly signal?: AbortSignal } = {}): Promise<CallResult> {
    return callTool(
      { name, params, signal: options.signal },
      {
        ...this.#permitting(),
        workdir: this.#workdir,
        skillManager: this.skillManager,
        table: () => this.#now(name),
        activation: (skill) => this.#activation(skill),
        component: (key) => this.#base.component(key),
        bringers: (tool) => this.#known.bringers(tool),
        record: this.#metrics.record,
      },
    )
  }

  /** Every skill in TypeScript by name. */
  get skills(): ReadonlyMap<string, SkillDefinition> {
    return this.#definitions.all
  }

  /** The skills that can be activated: those in TypeScript, then those that are files. */
  listSkills(): readonly ListedSkill[] {
    return this.#listed()
  }

  /** The same for a person or a model. */
  renderSkillsSection(): Section {
    return renderSkillsSection(this.listSkills(), this.#active.requested)
  }

  /** V-13, V-14. */
  renderSkillToolsSection(): Section | null {
    return renderSkillToolsSection(describeAll(this.#active, this.#now()))
  }

  /** V-15: the whole context as text, in boxes or as Markdown. */
  async render(options: RenderOptions = {}): Promise<string> {
    const [components, table, { requested }] = [[...this.#base.components()], this.#now(EVERY_NAME), this.#active]
    const [skills, active] = [this.listSkills(), describeAll(this.#active, table)]
    return renderWorkspace({ name: this.name, skills, requested, active, components, table }, options)
  }

  /** What was offered, activated, called, refused, and how long it took. */
  getMetrics(): MetricsReport {
    return this.#metrics.report()
  }

  /** What is active, as plain JSON. */
  exportState(): WorkspaceState {
    return describeState(this.#active, this.mode)
  }

  /** Makes active what was active when the state was exported; what is not as it was is told. */
  async importState(state: unknown, options: { readonly signal?: AbortSignal } = {}): Promise<ImportResult> {
    return importState(state, this.#importing(options.signal))
  }

  /** Looks at every active skill again, for after a reload of the manager; what is gone or changed is told. */
  async refresh(options: { readonly signal?: AbortSignal } = {}): Promise<ImportResult> {
    return refreshState(this.exportState(), this.#importing(options.signal))
  }

  /** Deactivates everything and waits until nothing of it runs; called by a hook, it happens after the hook and nobody waits. */
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

  #activation(name: string): Activation | undefined {
    return this.#active.activations.find((activation) => activation.name === name)
  }

  #permitting(): PermissionContext {
    return { policy: this.#rules(), approve: this.#options.approve, activations: this.#active.activations }
  }

  #tellIf(isChanged: boolean): boolean {
    if (isChanged) void this.#changes.tell()
    return isChanged
  }
}
