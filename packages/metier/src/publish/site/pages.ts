/** Pages for people and for models: plain HTML without scripts, and `llms.txt`. A skill's text appears only escaped. */

import { type SiteFile, type SkillRelease, textFile } from '../skill-release.js'
import { isListable } from './well-known.js'

export interface PageSettings {
  /** The heading of the catalog. */
  readonly title: string
  readonly baseUrl: string | undefined
}

export function publishPages(releases: readonly SkillRelease[], settings: PageSettings): readonly SiteFile[] {
  return [
    textFile('index.html', composeCatalog(releases, settings)),
    ...releases.map((release) => textFile(`skills/${release.name}/index.html`, composePage(release, settings))),
    textFile('llms.txt', composeList(releases, settings)),
  ]
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c1e21; --dim: #5c6168; --line: #dcdfe3; --back: #fff; --code: #f5f6f8; --link: #0b57c2 }
@media (prefers-color-scheme: dark) { :root { --text: #e4e6ea; --dim: #a0a6ae; --line: #33383f; --back: #16181b; --code: #1f2226; --link: #7db3ff } }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 52rem; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif }
h1 { margin: 0 0 .25rem; font-size: 1.6rem } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem }
a { color: var(--link) } p, li { overflow-wrap: anywhere } .dim { color: var(--dim) }
ul.skills { padding: 0; list-style: none } ul.skills li { padding: .75rem 0; border-top: 1px solid var(--line) }
pre { padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; background: var(--code); font: .85rem/1.5 ui-monospace, monospace; white-space: pre-wrap }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem } dt { color: var(--dim) } dd { margin: 0; overflow-wrap: anywhere }
`

function composeCatalog(releases: readonly SkillRelease[], { title, baseUrl }: PageSettings): string {
  const skills = releases.map(
    ({ name, description, version }) =>
      `<li><a href="skills/${name}/">${toHtml(name)}</a> <span class="dim">${toHtml(version)}</span><br>${toHtml(description)}</li>`,
  )
  return composeDocument(
    title,
    `<h1>${toHtml(title)}</h1>
<p class="dim">${releases.length === 1 ? '1 skill' : `${releases.length} skills`}</p>
<pre>${toHtml(composeInstall('NAME', baseUrl))}</pre>
<ul class="skills">
${skills.join('\n')}
</ul>`,
  )
}

function composePage(release: SkillRelease, { title, baseUrl }: PageSettings): string {
  const { name, description, version, license, digest, files } = release
  const main = files.find(({ path }) => path === 'SKILL.md')
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Version', version],
    ['License', license],
    ['Digest', `sha256:${digest}`],
  ]
  return composeDocument(
    `${name} · ${title}`,
    `<p><a href="../../">${toHtml(title)}</a></p>
<h1>${toHtml(name)}</h1>
<p>${toHtml(description)}</p>
<pre>${toHtml(composeInstall(name, baseUrl))}</pre>
<dl>
${facts.flatMap(([key, value]) => (value === undefined ? [] : [`<dt>${key}</dt><dd>${toHtml(value)}</dd>`])).join('\n')}
</dl>
<h2>Files</h2>
<ul>
${files.map(({ path, bytes }) => `<li>${toHtml(path)} <span class="dim">${bytes.length} bytes</span></li>`).join('\n')}
</ul>
<h2>SKILL.md</h2>
<pre>${toHtml(new TextDecoder().decode(main?.bytes))}</pre>`,
  )
}

/** Nothing can be installed from a host before it is trusted. */
function composeInstall(name: string, baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? 'HOST-OF-THIS-SITE' : new URL(baseUrl).host
  return `metier trust ${host}\nmetier install ${name} --from ${baseUrl ?? 'URL-OF-THIS-SITE'}`
}

function composeDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${toHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** The format of llms.txt: a heading, a summary, and a list of links. */
function composeList(releases: readonly SkillRelease[], { title, baseUrl }: PageSettings): string {
  const address = (path: string) => {
    return baseUrl === undefined ? path : new URL(path, baseUrl).href
  }
  const lines = releases.map((release) => {
    const { name, description } = release
    const path = isListable(release) ? `.well-known/skills/${name}/SKILL.md` : `skills/${name}/`
    return `- [${name}](${address(path)}): ${oneLine(description)}`
  })
  return `# ${oneLine(title)}\n\n> Agent skills. Each is a SKILL.md with instructions, and files that it names.\n\n## Skills\n\n${lines.join('\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Control characters could hide what a page shows. */
function toHtml(text: string): string {
  return text.replace(HIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
