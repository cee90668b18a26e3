import { readHtmlText } from '../text/html-text.js'

/** Tags inside a line: what is around them belongs together. */
const inlineTag = /<\/?(?:a|code|em|s|span|strong|u)(?:\s[^<>]*)?>/gi

/**
 * Returns the words of a message without its format.
 *
 * @example
 * readMessageText('<p><span data-mention-id="7">@Ana</span>, please</p>') // '@Ana, please'
 */
export function readMessageText(html: string): string {
  return readHtmlText(html.replace(inlineTag, ''))
}
