/** What the editor of rich text reads from tags. The last one is how it marks its own clipboard. */
const kept: ReadonlySet<string> = new Set(['href', 'start', 'data-pm-slice'])
const keptInMessages: ReadonlySet<string> = new Set([...kept, 'data-mention-id'])

/** Elements whose content is no text for people. */
const dropped: ReadonlySet<string> = new Set(
  'iframe noscript object script style template title xml'.split(' '),
)

const tagName = /\/?[a-z][a-z\d:-]*/iy
const attribute = /[\s/]*([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']*)))?/y

/**
 * Removes from an HTML text what the editor of rich text does not read: attributes, comments,
 * scripts and styles. Browsers report styles and handlers as violations of the page's policy even
 * where a text is only read. This makes nothing safe: what is shown is purified.
 *
 * @example
 * simplifyHtml('<p style="color: red">Hello</p>') // '<p>Hello</p>'
 */
export function simplifyHtml(html: string): string {
  return keepAttributes(html, kept)
}

/**
 * Like `simplifyHtml`, for messages of notes: whom they mention is kept.
 *
 * @example
 * simplifyMessage('<span class="x" data-mention-id="7">@Ana</span>') // '<span data-mention-id="7">@Ana</span>'
 */
export function simplifyMessage(html: string): string {
  return keepAttributes(html, keptInMessages)
}

function keepAttributes(html: string, names: ReadonlySet<string>): string {
  let result = ''
  let index = 0
  while (index < html.length) {
    const start = html.indexOf('<', index)
    if (start < 0) return result + html.slice(index)
    result += html.slice(index, start)
    const tag = readTag(html, start, names)
    result += tag.text
    index = tag.end
  }
  return result
}

interface Tag {
  readonly text: string
  readonly end: number
}

function readTag(html: string, start: number, names: ReadonlySet<string>): Tag {
  if (html.startsWith('<!--', start)) return { text: '', end: findAfter(html, '-->', start) }
  tagName.lastIndex = start + 1
  const name = tagName.exec(html)?.[0]
  if (name === undefined) {
    const isMarkup = /[!?]/.test(html.charAt(start + 1))
    return isMarkup
      ? { text: '', end: findAfter(html, '>', start) }
      : { text: '&lt;', end: start + 1 }
  }
  const { text, end } = readAttributes(html, start + 1 + name.length, names)
  if (!dropped.has(name.toLowerCase())) return { text: `<${name}${text}>`, end }
  return { text: '', end: findAfter(html, '>', findClosing(html, name, end)) }
}

function readAttributes(html: string, start: number, names: ReadonlySet<string>): Tag {
  let text = ''
  let index = start
  while (index < html.length && html[index] !== '>') {
    attribute.lastIndex = index
    const match = attribute.exec(html)
    index = match ? attribute.lastIndex : index + 1
    const name = match?.[1]?.toLowerCase() ?? ''
    const value = match?.[2] ?? match?.[3] ?? match?.[4] ?? ''
    if (names.has(name)) text += ` ${name}="${value.replaceAll('"', '&quot;')}"`
  }
  return { text, end: index + 1 }
}

function findClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? html.length
}

function findAfter(html: string, text: string, from: number): number {
  const index = html.indexOf(text, from)
  return index < 0 ? html.length : index + text.length
}
