/** The agents that Metier knows. A new one is one file and one line here. */

import type { Agent } from './agent.js'
import { amp } from './amp.js'
import { antigravity } from './antigravity.js'
import { chatgpt } from './chatgpt.js'
import { claudeCode } from './claude-code.js'
import { claudeDesktop } from './claude-desktop.js'
import { cline } from './cline.js'
import { codex } from './codex.js'
import { continueAgent } from './continue.js'
import { crush } from './crush.js'
import { cursor } from './cursor.js'
import { droid } from './droid.js'
import { FURTHER_AGENTS } from './further-agents.js'
import { geminiCli } from './gemini-cli.js'
import { githubCopilot } from './github-copilot.js'
import { googleAdk } from './google-adk.js'
import { goose } from './goose.js'
import { kilo } from './kilo.js'
import { kiroCli } from './kiro-cli.js'
import { opencode } from './opencode.js'
import { qwenCode } from './qwen-code.js'
import { roo } from './roo.js'
import { vscode } from './vscode.js'
import { windsurf } from './windsurf.js'
import { zed } from './zed.js'

/** The most used first. */
export const AGENTS: readonly Agent[] = [
  claudeCode,
  claudeDesktop,
  chatgpt,
  codex,
  cursor,
  githubCopilot,
  vscode,
  geminiCli,
  qwenCode,
  opencode,
  cline,
  roo,
  kilo,
  continueAgent,
  zed,
  goose,
  windsurf,
  amp,
  antigravity,
  droid,
  crush,
  kiroCli,
  googleAdk,
  ...FURTHER_AGENTS,
]

/** The agent with an id, or undefined. */
export function findAgent(id: string): Agent | undefined {
  return AGENTS.find((agent) => agent.id === id)
}
