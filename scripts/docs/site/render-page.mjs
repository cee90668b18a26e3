import { existsSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { Marked } from 'marked'
import { createSlugs } from '../links.mjs'
import { repositoryUrl } from '../repository.mjs'
import { escapeHtml, highlight } from './highlight.mjs'
import { toPath } from './read-site.mjs'

/** The HTML of a page, and its headings for the list of contents. */
export function renderPage(page, { pages }) {
  const sources = new Set(pages.map(({ source }) => source))
  const nextSlug = createSlugs()
  const headings = []
  const renderer = {
    heading(html, level, raw) {
      const slug = nextSlug(unescapeHtml(raw))
      if (level === 2 || level === 3)
        headings.push({ level, html: html.replace(/<\/?a[^>]*>/g, ''), slug })
      const link = `<a class="anchor" href="#${slug}" aria-label="Link to this section">#</a>`
      return `<h${level} id="${slug}">${html}${level === 1 ? '' : ` ${link}`}</h${level}>\n`
    },
    link(href, _title, html) {
      const to = rewrite(page, href, sources)
      const isOutside = /^https?:/.test(to)
      return `<a href="${escapeHtml(to)}"${isOutside ? ' rel="noreferrer"' : ''}>${html}</a>`
    },
    code: (code, language) => `<pre tabindex="0"><code>${highlight(code, language)}</code></pre>\n`,
    table: (head, body) =>
      `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
    html: text => text.replace(/<!--[\s\S]*?-->\n?/g, '').replace(/<img /g, '<img loading="lazy" '),
  }
  const html = new Marked({ renderer, gfm: true }).parse(page.text)
  return { html, headings }
}

/** Links to pages lead to their HTML, other files of the repository to where it can be read. */
function rewrite(page, href, sources) {
  if (/^(https?|mailto):/.test(href) || href.startsWith('#')) return href
  const [path, anchor] = href.split('#')
  const target = normalize(join(dirname(page.source), decodeURI(path)))
  const end = anchor ? `#${anchor}` : ''
  const index = `${target.replace(/\/$/, '')}/README.md`
  const source = sources.has(target) ? target : sources.has(index) ? index : undefined
  if (source) return `${relative(dirname(page.path), toPath(source))}${end}`
  if (target.startsWith('docs/images/')) return href
  if (!existsSync(target))
    throw new Error(`${page.source} links to '${href}', which does not exist`)
  return `${repositoryUrl()}/blob/main/${target}${end}`
}

function unescapeHtml(text) {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
