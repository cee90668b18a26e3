import DOMPurify from 'dompurify'
import { connectToPanel } from './connect.js'
import type { HtmlHeight, ShowHtml } from './messages.js'

/** Shows HTML of actions: purified, and in a page that has no rights of the panel. */
const send = connectToPanel<ShowHtml, HtmlHeight>('show-html', show)

DOMPurify.addHook('afterSanitizeAttributes', element => {
  if (!element.hasAttribute('href')) return
  // Inside the frame a link would replace what is shown.
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener noreferrer')
})

new ResizeObserver(([entry]) => {
  if (entry) send({ kind: 'height', height: Math.ceil(entry.target.scrollHeight) })
}).observe(document.body)

function show({ html, colors }: ShowHtml): void {
  const { style } = document.documentElement
  style.colorScheme = colors.scheme
  style.setProperty('--text', colors.text)
  style.setProperty('--link', colors.link)
  document.body.replaceChildren(
    DOMPurify.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'base', 'meta', 'link'],
    }),
  )
}
