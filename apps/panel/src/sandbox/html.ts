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

new ResizeObserver(sendHeight).observe(document.body)

function sendHeight(): void {
  const { scrollHeight } = document.body
  // A frame that is not displayed measures 0. With this height it would stay invisible for good.
  if (scrollHeight > 0) send({ kind: 'height', height: scrollHeight })
}

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
  // Observers wait until the frame is drawn: browsers put that off for frames outside of the screen.
  sendHeight()
}
