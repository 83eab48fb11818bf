import { useData, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { h } from 'vue'
import './style.css'

/** For models and scripts, and for people who copy a page into a prompt. */
const MarkdownLink = {
  setup() {
    const { page } = useData()
    return () =>
      h('p', { class: 'as-markdown' }, [
        h('a', { href: withBase(`/${page.value.relativePath}`), target: '_blank' }, 'This page as Markdown'),
      ])
  },
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(MarkdownLink) }),
}
