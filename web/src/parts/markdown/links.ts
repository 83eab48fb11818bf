/** Which links of a skill's text may be followed, and where they lead. Everything else stays text. */

export type LinkTarget =
  | { readonly kind: 'external'; readonly url: string; readonly shown: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'anchor' }
  | { readonly kind: 'refused' }

const MOST_SHOWN = 80

/** Only https, http and mailto leave the page; a relative path is a file of the skill; the rest is refused. */
export function readLink(href: string): LinkTarget {
  const target = stripControls(href)
  if (target === '') return { kind: 'refused' }
  if (target.startsWith('#')) return { kind: 'anchor' }
  // Two slashes are another host; a backslash is a slash to a browser.
  if (/^[\\/]{2}/.test(target) || target.includes('\\')) return { kind: 'refused' }
  if (!/^[a-z][a-z\d+.-]*:/i.test(target)) return readPath(target)
  return readUrl(target)
}

function readUrl(target: string): LinkTarget {
  if (!URL.canParse(target)) return { kind: 'refused' }
  const url = new URL(target)
  if (url.protocol === 'mailto:') return { kind: 'external', url: url.href, shown: cut(url.pathname) }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'refused' }
  // A name before the host makes one site look like another.
  if (url.username !== '' || url.password !== '') return { kind: 'refused' }
  return { kind: 'external', url: url.href, shown: cut(url.host + (url.pathname === '/' ? '' : url.pathname)) }
}

function readPath(target: string): LinkTarget {
  const [path = ''] = target.split(/[?#]/)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (path.startsWith('/') || parts.length === 0 || parts.includes('..')) return { kind: 'refused' }
  return { kind: 'file', path: parts.join('/') }
}

/** Browsers drop these inside an address, so `java\nscript:` would be one. */
function stripControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  return text.replace(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '')
}

function cut(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
