/** The directories that agents read and installers write, in order of precedence. One table, for discovery and for sources. */

interface SkillFolder {
  /** Below a directory of the project. */
  readonly project?: string
  /** Below the home directory; `.config` follows `XDG_CONFIG_HOME`. A `*` stands for every directory there. */
  readonly personal?: string
  /** An environment variable; if it names a directory, `skills` below that comes first in the personal scope. */
  readonly variable?: string
  /** A root even while the directory is missing, so that it is suggested and its creation noticed. */
  readonly isUsual?: true
}

const TABLE: readonly SkillFolder[] = [
  { ...both('.metier/skills'), isUsual: true },
  { ...both('.wave/skills'), isUsual: true },
  { ...both('.agents/skills'), isUsual: true },
  // The folder of openskills, and the older folder of several agents.
  both('.agent/skills'),
  { ...both('.claude/skills'), variable: 'CLAUDE_CONFIG_DIR', isUsual: true },
  { personal: '.openclaw/skills', isUsual: true },
  { personal: '.clawdbot/skills' },
  { personal: '.moltbot/skills' },
  { ...both('.codex/skills'), variable: 'CODEX_HOME' },
  both('.cursor/skills'),
  both('.gemini/skills'),
  { personal: '.gemini/antigravity/skills' },
  { personal: '.gemini/antigravity-cli/skills' },
  { project: '.github/skills', personal: '.copilot/skills' },
  { project: '.opencode/skills', personal: '.config/opencode/skills' },
  { project: '.opencode/skill', personal: '.config/opencode/skill' },
  // Read by Amp, goose and others.
  { personal: '.config/agents/skills' },
  both('.adal/skills'),
  both('.aider-desk/skills'),
  { personal: '.astrbot/data/skills' },
  both('.augment/skills'),
  { ...both('.autohand/skills'), variable: 'AUTOHAND_HOME' },
  both('.bob/skills'),
  { project: '.clinerules/skills' },
  both('.cline/skills'),
  both('.codeartsdoer/skills'),
  both('.codebuddy/skills'),
  both('.codemaker/skills'),
  both('.codestudio/skills'),
  both('.commandcode/skills'),
  both('.continue/skills'),
  { project: '.cortex/skills', personal: '.snowflake/cortex/skills' },
  { project: '.crush/skills', personal: '.config/crush/skills' },
  // One directory for each agent that a person defined.
  { project: '.deepagents/skills', personal: '.deepagents/*/skills' },
  { project: '.devin/skills', personal: '.config/devin/skills' },
  both('.factory/skills'),
  { personal: '.firebender/skills' },
  both('.forge/skills'),
  { project: '.goose/skills', personal: '.config/goose/skills' },
  { ...both('.grok/skills'), variable: 'GROK_HOME' },
  { ...both('.hermes/skills'), variable: 'HERMES_HOME' },
  both('.iflow/skills'),
  both('.inferencesh/skills'),
  both('.jazz/skills'),
  both('.junie/skills'),
  both('.kilo/skills'),
  { project: '.kimchi/skills', personal: '.config/kimchi/harness/skills' },
  both('.kiro/skills'),
  both('.kode/skills'),
  both('.lingma/skills'),
  both('.mcpjam/skills'),
  both('.minimax/skills'),
  both('.moxby/skills'),
  both('.mux/skills'),
  both('.neovate/skills'),
  both('.ona/skills'),
  both('.openhands/skills'),
  { project: '.pi/skills', personal: '.pi/agent/skills' },
  both('.pochi/skills'),
  both('.posit/assistant/skills'),
  both('.qoder/skills'),
  { personal: '.qoder-cn/skills' },
  both('.qwen/skills'),
  both('.reasonix/skills'),
  both('.roo/skills'),
  both('.rovodev/skills'),
  both('.tabnine/agent/skills'),
  both('.terramind/skills'),
  both('.tinycloud/skills'),
  both('.trae/skills'),
  { personal: '.trae-cn/skills' },
  { ...both('.vibe/skills'), variable: 'VIBE_HOME' },
  both('.warp/skills'),
  { project: '.windsurf/skills', personal: '.codeium/windsurf/skills' },
  both('.zcode/skills'),
  both('.zencoder/skills'),
]

function both(path: string): SkillFolder {
  return { project: path, personal: path }
}

/** A directory for skills, relative to the project or the home directory. */
export interface RelativeFolder extends Pick<SkillFolder, 'variable'> {
  readonly path: string
  readonly isUsual: boolean
}

export const PROJECT_FOLDERS: readonly RelativeFolder[] = foldersOf('project')
export const PERSONAL_FOLDERS: readonly RelativeFolder[] = foldersOf('personal')

function foldersOf(scope: 'project' | 'personal'): readonly RelativeFolder[] {
  return TABLE.flatMap(({ [scope]: path, isUsual = false, variable }) =>
    path === undefined ? [] : [{ path, isUsual, ...(variable !== undefined && { variable }) }],
  )
}

/** A directory of a project that is a root only under a condition, because its name says little. */
interface PlainFolder {
  readonly path: string
  /** It is a root next to one of these lockfiles. */
  readonly locks: readonly string[]
  /** It is also a root if the project's `package.json` depends on this package. */
  readonly dependency?: string
}

/** The lockfiles of the installers that write to such directories: ClawHub's, that of the `skills` command, and ours. */
const LOCKS = ['.clawhub/lock.json', '.clawdhub/lock.json', 'skills-lock.json', 'skills.lock.json'] as const

/** The directory of a project that ClawHub's client writes to. */
export const CLAWHUB_FOLDER = 'skills'

/** A project's own `skills` may be anything, such as the skills that it publishes. So may the directories of AstrBot and Eve. */
export const PLAIN_FOLDERS: readonly PlainFolder[] = [
  { path: CLAWHUB_FOLDER, locks: LOCKS },
  { path: 'data/skills', locks: LOCKS },
  { path: 'agent/skills', locks: LOCKS, dependency: 'eve' },
]

/** Directories that only an administrator writes to. Not on Windows, where every user may create such a path. */
export const ADMIN_FOLDERS: readonly string[] = ['/etc/codex/skills']
