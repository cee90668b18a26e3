/** Text that is already HTML. */
export interface Html {
  readonly html: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Part = Html | string | number | undefined | readonly Part[]

/** Builds HTML: inserted values are escaped unless they are HTML already. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + print(parts[index])).join('') }
}

function print(part: Part): string {
  if (part === undefined) return ''
  if (isList(part)) return part.map(print).join('')
  if (typeof part === 'object') return part.html
  return String(part).replace(/[&<>"']/g, character => ESCAPES[character] ?? character)
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)
