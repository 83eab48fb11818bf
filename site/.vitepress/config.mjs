import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { findTitle, slugify } from '../../scripts/lib/docs/markdown.mjs'

const site = fileURLToPath(new URL('..', import.meta.url))
const groups = JSON.parse(readFileSync(join(site, 'pages/groups.json'), 'utf8'))
const titleOf = (page) =>
  findTitle(readFileSync(join(site, 'pages', page), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''))

const toItems = ({ title, pages }) => ({
  text: title,
  items: pages.map((page) => ({ text: page === 'index.md' ? 'Overview' : titleOf(page), link: `/${page}` })),
})
const groupsOf = (area) => groups.filter((group) => group.area === area).map(toItems)
const areas = { '/decisions/': '/project/' }
for (const { area } of groups) areas[area] = area
const sidebar = Object.fromEntries(Object.entries(areas).map(([path, area]) => [path, groupsOf(area)]))

export default defineConfig({
  title: 'Metier',
  description: 'The skill layer for LLM agents',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.cache',
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.DOCS_BASE ?? '/'}favicon.svg` }]],
  markdown: {
    // The same anchors as on a code host.
    anchor: { slugify },
    headers: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/', activeMatch: '^/(start|tutorials)/' },
      { text: 'Concepts', link: '/concepts/', activeMatch: '^/concepts/' },
      { text: 'Guides', link: '/guides/', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Versus', link: '/versus', activeMatch: '^/(versus|figures)' },
      { text: 'Project', link: '/project/stability', activeMatch: '^/(project|decisions)/' },
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // Guides come before the many sections of the API that have the same words.
          searchOptions: {
            boostDocument: (page) => (/\/reference\/(?:api|http-api)/.test(page) ? 0.3 : 1),
            // Words that every page has, and parts of other words, hide what was asked for.
            processTerm: (term) =>
              /^(?:an?|and|are|can|do|for|how|i|in|is|it|my|of|on|or|the|to|what|with)$/i.test(term)
                ? null
                : term.toLowerCase(),
            prefix: (term) => term.length > 2,
            fuzzy: (term) => (term.length > 4 ? 0.2 : false),
          },
        },
      },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
})
