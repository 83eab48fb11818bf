/** Files left out of an installed skill by default (security 6.32): those that control other programs, and litter. */

/** Files and directories that agents, editors, hooks and build servers obey; a trailing `/` marks a directory. */
const SETTINGS: readonly string[] = [
  '.claude/',
  '.claude-plugin/',
  '.codex/',
  '.cursor/',
  '.gemini/',
  '.windsurf/',
  '.continue/',
  '.aider.conf.yml',
  '.roo/',
  '.kiro/',
  '.opencode/',
  '.openclaw/',
  '.wave/',
  '.agents/',
  '.mcp.json',
  'mcp.json',
  '.cursorrules',
  '.windsurfrules',
  '.vscode/',
  '.idea/',
  '.zed/',
  '.vs/',
  '.fleet/',
  '.devcontainer/',
  '.devcontainer.json',
  '.github/',
  '.gitlab/',
  '.gitlab-ci.yml',
  '.circleci/',
  '.buildkite/',
  '.drone.yml',
  '.travis.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'jenkinsfile',
  '.husky/',
  '.pre-commit-config.yaml',
  '.lefthook.yml',
  'lefthook.yml',
  '.envrc',
  '.direnv/',
  '.gitmodules',
  '.lfsconfig',
]

/** Metadata of other installers and system litter; always left out. */
const NEVER: readonly string[] = [
  '.git/',
  '.hg/',
  '.svn/',
  '.clawhub/',
  '.clawdhub/',
  '.metier/',
  '__macosx/',
  '.ds_store',
  'thumbs.db',
  'desktop.ini',
  '.spotlight-v100/',
  '.trashes/',
  '.fseventsd/',
]

/** Whether a path in a skill's directory is left out; names match at any depth and in any case. */
export function isLeftOut(path: string, keepsSettings: boolean): boolean {
  const segments = path.toLowerCase().split('/')
  return segments.some((segment, index) => {
    const isFolder = index < segments.length - 1
    if (segment.startsWith('._')) return true
    return isNamed(NEVER, segment, isFolder) || (!keepsSettings && isNamed(SETTINGS, segment, isFolder))
  })
}

function isNamed(names: readonly string[], segment: string, isFolder: boolean): boolean {
  // `.git` is a file in a worktree.
  return names.includes(isFolder ? `${segment}/` : segment) || (!isFolder && segment === '.git')
}
