import { html } from '../reference/html.js'
import type { Appearance } from './appearance.js'

/** The panel's page around its opening `<html>` tag, the one place that depends on the person. */
export interface PageTemplate {
  readonly before: string
  readonly after: string
}

/** Splits `index.html` of the panel. */
export function parseTemplate(text: string): PageTemplate {
  const [before, after, ...more] = text.split(/<html\b[^>]*>/)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(
      'index.html of the panel must have one <html> tag. Build it again: npm run build',
    )
  }
  return { before, after }
}

/**
 * The page in the language and colours of a person, so that nothing changes after it is shown. It names
 * the person by id: what the browser stored for somebody else is not shown to them. It names the base path,
 * below which the panel asks for everything.
 */
export function fillTemplate(
  { before, after }: PageTemplate,
  appearance: Appearance,
  userId: number,
  basePath: string,
): string {
  const { language, theme, contrast } = appearance
  const tag = html`<html lang="${language}" data-theme="${theme}" data-contrast="${contrast}" data-user="${String(userId)}" data-base="${basePath}">`
  return before + tag.html + after
}
