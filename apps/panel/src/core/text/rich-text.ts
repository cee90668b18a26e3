/** What the editor of rich text keeps; everything else would be lost by editing it there. */
const kept: ReadonlySet<string> = new Set(
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s strike strong u ul'.split(
    ' ',
  ),
)

/**
 * Returns what an HTML text has that the editor of rich text would remove, by the names of tags;
 * `style` and `class` for these attributes.
 *
 * @example
 * listLostParts('<table><tr><td style="color: red">1</td></tr></table>')
 */
export function listLostParts(html: string): readonly string[] {
  const names = [...html.matchAll(/<([a-z][a-z\d-]*)/gi)].map(([, name = '']) => name.toLowerCase())
  const attributes = ['style', 'class'].filter(name => html.includes(` ${name}=`))
  return [...new Set([...names, ...attributes])].filter(name => !kept.has(name))
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Returns a text as HTML: one without any tag keeps its lines.
 *
 * @example
 * toHtml('a\nb') // '<p>a</p><p>b</p>'
 */
export function toHtml(text: string): string {
  if (/<[a-z/!]/i.test(text)) return text
  const escaped = text.replace(/&(?!#?[a-z\d]{1,8};)|[<>]/gi, sign => escapes[sign] ?? sign)
  return escaped
    .split('\n')
    .map(line => `<p>${line}</p>`)
    .join('')
}
