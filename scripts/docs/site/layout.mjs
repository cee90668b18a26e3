import { dirname, relative } from 'node:path'
import { escapeHtml } from './highlight.mjs'

/** The whole document of a page. Every address in it is relative, so that the site works below any path. */
export function layOut(site, page, { html, headings }) {
  const to = path => relative(dirname(page.path), path)
  const root = to('index.html').slice(0, -'index.html'.length)
  const name = page.path === 'index.html' ? 'Documentation' : `${page.title} · Documentation`
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(name)}</title>
<link rel="stylesheet" href="${to('assets/tokens.css')}">
<link rel="stylesheet" href="${to('assets/site.css')}">
<script src="${to('assets/theme.js')}"></script>
<script src="${to('assets/search.js')}" defer></script>
<script src="${to('assets/site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#site-content">Skip to the content</a>
<header>
<a class="home" href="${to('index.html')}">Documentation</a>
<search hidden>
<input id="site-search" type="search" placeholder="Search" aria-label="Search the documentation" aria-controls="site-results" autocomplete="off" spellcheck="false">
<kbd>/</kbd>
<div id="site-results" role="region" aria-label="Search results" aria-live="polite" hidden></div>
</search>
<button id="site-theme" type="button" hidden>Theme</button>
<button id="site-menu" type="button" aria-controls="site-navigation" aria-expanded="false" hidden>Menu</button>
</header>
<div class="columns">
<nav id="site-navigation" aria-label="Pages">
${navigation(site, page, to)}
</nav>
<main id="site-content">
${html}${neighbours(site, page, to)}
</main>
${contents(headings)}</div>
</body>
</html>
`
}

function navigation({ groups, top }, page, to) {
  const item = each => {
    const current = each === page ? ' aria-current="page"' : ''
    return `<li><a href="${to(each.path)}"${current}>${escapeHtml(each.label)}</a></li>`
  }
  const list = pages => `<ul>\n${pages.map(item).join('\n')}\n</ul>`
  const group = ({ title, pages }) =>
    `<details${pages.includes(page) ? ' open' : ''}>\n<summary>${escapeHtml(title)}</summary>\n${list(pages)}\n</details>`
  return [list(top), ...groups.map(group)].join('\n')
}

function neighbours({ groups }, page, to) {
  const pages = groups.find(group => group.pages.includes(page))?.pages ?? []
  const index = pages.indexOf(page)
  const link = (each, rel) =>
    each ? `<a rel="${rel}" href="${to(each.path)}">${escapeHtml(each.title)}</a>` : '<span></span>'
  const links = [link(pages[index - 1], 'prev'), link(pages[index + 1], 'next')]
  return index < 0 ? '' : `<footer>${links.join('')}</footer>`
}

function contents(headings) {
  if (headings.length < 2) return ''
  const items = headings.map(
    ({ level, html, slug }) => `<li class="level-${level}"><a href="#${slug}">${html}</a></li>`,
  )
  return `<aside aria-label="On this page">\n<p>On this page</p>\n<ul>\n${items.join('\n')}\n</ul>\n</aside>\n`
}
