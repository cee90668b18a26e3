import { lexer } from 'marked'
import { createSlugs } from '../links.mjs'

/** The sections of a page as the search reads them: `[path, anchor, page title, heading, text]`. */
export function listSections({ path, text, title }) {
  const nextSlug = createSlugs()
  const sections = []
  for (const token of lexer(text)) {
    if (token.type === 'heading') {
      const heading = plain(token.text)
      const slug = nextSlug(token.text)
      sections.push([
        path,
        token.depth === 1 ? '' : slug,
        title,
        token.depth === 1 ? '' : heading,
        '',
      ])
    } else if (sections.length > 0) {
      const section = sections.at(-1)
      section[4] = `${section[4]} ${plain(token.raw)}`.trim()
    }
  }
  return sections
}

/** Text without its markup. */
function plain(markdown) {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/^```\w*$/gm, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[\s|:-]+$/gm, ' ')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
