import { existsSync } from 'node:fs'
import type { Agent } from '../../agents/agent.js'
import { AGENTS } from '../../agents/agents.js'
import type { TemplateValues } from '../../agents/folder-template.js'
import { readDependencies } from '../../system/files/package-dependencies.js'
import { signsOf } from './agent-place.js'

/** The agents on this machine that read skill directories. */
export function findAgents(values: TemplateValues, workdir: string): readonly Agent[] {
  return AGENTS.filter((agent) => isInstalled(agent, values, workdir))
}

export function isInstalled(agent: Agent, values: TemplateValues, workdir: string): boolean {
  if (!signsOf(agent, values, workdir).some((sign) => existsSync(sign))) return false
  const { dependency } = agent.folders ?? {}
  return dependency === undefined || readDependencies(workdir).includes(dependency)
}
