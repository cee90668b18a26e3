import { type Html, html } from '../features/reference/html.js'
import type { Message } from './open-mailer.js'

/** A part of a letter. */
export type LetterPart =
  | { readonly paragraph: string }
  | { readonly quote: string }
  | { readonly link: string; readonly label: string }

/** What a person reads. Each part is its own paragraph. */
export interface Letter {
  readonly subject: string
  readonly parts: readonly LetterPart[]
  /** The last words, in smaller letters. */
  readonly footer: readonly LetterPart[]
}

/** Writes a letter as plain text and as simple HTML, which loads nothing. */
export function writeLetter({
  subject,
  parts,
  footer,
}: Letter): Pick<Message, 'subject' | 'text' | 'html'> {
  return {
    subject,
    text: `${[...parts, ...footer].map(writeText).join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="font:15px/22px system-ui,sans-serif;margin:24px auto;max-width:560px;padding:0 16px">
${parts.map(writeHtml)}
<hr style="border:0;border-top:1px solid #c8ccd4;margin:24px 0 0">
<div style="font-size:13px;line-height:18px">
${footer.map(writeHtml)}
</div>
</body>
</html>
`.html,
  }
}

function writeText(part: LetterPart): string {
  if ('paragraph' in part) return part.paragraph
  if ('quote' in part) return `> ${part.quote}`
  return `${part.label}:\n${part.link}`
}

function writeHtml(part: LetterPart): Html {
  if ('paragraph' in part) return html`<p>${part.paragraph}</p>\n`
  if ('quote' in part) {
    return html`<blockquote style="border-left:3px solid #c8ccd4;margin:0 0 0 2px;padding-left:12px">${part.quote}</blockquote>\n`
  }
  return html`<p><a href="${part.link}">${part.label}</a></p>\n`
}
