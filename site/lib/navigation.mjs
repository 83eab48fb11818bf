// The order of the pages. A page that is not listed follows in the group of its folder.

/** The groups of llms.txt and of the sidebars: pages below an `area` show the groups of that area. */
const GROUPS = [
  {
    title: 'Start',
    area: '/',
    folders: ['start'],
    pages: [
      'index.md',
      'start/index.md',
      'start/agent.md',
      'start/terminal.md',
      'start/mcp.md',
      'start/author.md',
      'start/team.md',
    ],
  },
  {
    title: 'Tutorials',
    area: '/',
    folders: ['tutorials'],
    pages: ['tutorials/first-agent.md', 'tutorials/publish-a-skill.md', 'tutorials/skills-for-a-team.md'],
  },
  {
    title: 'Concepts',
    area: '/',
    folders: ['concepts'],
    pages: [
      'concepts/index.md',
      'concepts/roots.md',
      'concepts/eligibility.md',
      'concepts/gate.md',
      'concepts/approval-and-activation.md',
      'concepts/sets-and-overlap.md',
      'concepts/security.md',
      'concepts/glossary.md',
    ],
  },
  {
    title: 'Guides',
    area: '/guides/',
    folders: ['guides'],
    pages: [
      'guides/index.md',
      'guides/command-line.md',
      'guides/finding-skills.md',
      'guides/search.md',
      'guides/overlap.md',
      'guides/sets.md',
      'guides/configuration.md',
      'guides/editors.md',
      'guides/dashboard.md',
      'guides/agents.md',
      'guides/mcp.md',
    ],
  },
  {
    title: 'Install and trust',
    area: '/guides/',
    pages: [
      'guides/installing-skills.md',
      'guides/sources.md',
      'guides/npm.md',
      'guides/plugins.md',
      'guides/mcp-sources.md',
      'guides/signing.md',
      'guides/auditing.md',
      'guides/reviewer.md',
    ],
  },
  {
    title: 'Write and publish',
    area: '/guides/',
    pages: ['guides/writing-skills.md', 'guides/skills-that-bring-tools.md', 'guides/registry.md'],
  },
  {
    title: 'Build agents',
    area: '/guides/',
    folders: ['guides/adapters', 'guides/mcp-libraries'],
    pages: ['guides/workspace.md', 'guides/permissions.md', 'guides/sandbox.md', 'guides/adapters/index.md'],
  },
  {
    title: 'Reference',
    area: '/reference/',
    folders: ['reference'],
    pages: [
      'reference/index.md',
      'reference/cli.md',
      'reference/diagnostics.md',
      'reference/rules.md',
      'reference/trust.md',
      'reference/lock.md',
      'reference/tools-yaml.md',
      'reference/mcp.md',
      'reference/http.md',
      'reference/http-api.md',
      'reference/hub-api.md',
      'reference/site.md',
      'reference/clients.md',
      'reference/performance.md',
    ],
  },
  {
    title: 'API',
    area: '/reference/',
    folders: ['reference/api'],
    pages: [
      'reference/api/index.md',
      'reference/api/metier.md',
      'reference/api/metier-tools.md',
      'reference/api/metier-workspace.md',
      'reference/api/metier-mcp.md',
    ],
  },
  { title: 'Keys of files', area: '/reference/', folders: ['reference/schemas'], pages: [] },
  {
    title: 'Tools for a model',
    area: '/reference/',
    folders: ['reference/tools'],
    pages: ['reference/tools/index.md'],
  },
  {
    title: 'Figures and comparisons',
    area: '/',
    pages: ['versus.md', 'figures.md'],
    folders: ['.'],
  },
  {
    title: 'Project',
    area: '/project/',
    folders: ['project'],
    pages: ['project/stability.md', 'project/platforms.md', 'project/architecture.md', 'project/contributing.md'],
  },
  { title: 'Decisions', area: '/project/', folders: ['decisions'], pages: ['decisions/index.md'] },
]

/** The groups with all of these pages: the listed ones in their order, the others by name. */
export function arrangePages(pages) {
  const listed = new Set(GROUPS.flatMap((group) => group.pages))
  const unknown = [...listed].filter((page) => !pages.includes(page))
  if (unknown.length > 0)
    throw new Error(`site/lib/navigation.mjs lists pages that do not exist: ${unknown.join(', ')}`)
  const further = pages.filter((page) => !listed.has(page)).sort()
  return GROUPS.map(({ folders = [], ...group }) => ({
    ...group,
    pages: [...group.pages, ...further.filter((page) => folders.includes(folderOf(page)))],
  }))
}

function folderOf(page) {
  return page.includes('/') ? page.slice(0, page.lastIndexOf('/')) : '.'
}
