import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Response } from 'playwright-core'

/** Marks every text of the catalogue in the scripts of a page: what has no mark is not from there. */
export async function markTexts(page: Page): Promise<void> {
  for (const [file, begin] of catalogues) {
    // The hash of a file has seven characters, that of the first one eight.
    await page.route(new RegExp(`/app/assets/${file}-[\\w-]{7,8}\\.js$`), async route => {
      const response = await route.fetch()
      const body = markMessages(await response.text(), begin)
      await route.fulfill({ status: 200, contentType: 'text/javascript', body })
    })
  }
}

/** The scripts that have texts, and how these begin. */
const catalogues = [
  ['index', '{app:{title:`'],
  ['more', '{actions:{'],
  ['settings', '{activityLogs:{'],
] as const

/**
 * The catalogue is one object. A message is a template literal without expressions or, where it has
 * arguments, a list of parts.
 */
function markMessages(script: string, begin: string): string {
  const start = script.indexOf(begin)
  if (start < 0) throw new Error('The catalogue of texts is not in the script.')
  let objects = 0
  let lists = 0
  let marked = ''
  for (let at = start; at < script.length; at++) {
    const sign = script[at]
    if (sign === '`') {
      const end = findEnd(script, at + 1)
      const text = script.slice(at + 1, end)
      marked += lists === 0 ? `\`‹${text}›\`` : `\`${text}\``
      at = end
      continue
    }
    if (sign === '[' && ++lists === 1) marked += '[`‹`,'
    else if (sign === ']' && --lists === 0) marked += ',`›`]'
    else marked += sign
    if (sign === '{') objects++
    if (sign === '}' && --objects === 0) {
      return script.slice(0, start) + marked + script.slice(at + 1)
    }
  }
  throw new Error('The catalogue of texts has no end.')
}

function findEnd(script: string, from: number): number {
  for (let at = from; ; at++) {
    if (script[at] === '\\') at++
    else if (script[at] === '`') return at
  }
}

/**
 * Collects the words of what a page received: names, labels and values. Of a page that was left, the
 * browser keeps none: the words must be read before.
 */
export function collectWords(page: Page): () => Promise<ReadonlySet<string>> {
  const words = new Set<string>()
  let reading: Promise<void>[] = []
  const readWords = async (response: Response) => {
    const text = await Promise.race([response.text().catch(() => ''), giveUp()])
    for (const word of splitWords(text.replace(/([a-z])([A-Z])/g, '$1 $2'))) words.add(word)
  }
  page.on('response', response => {
    const isJson = /json/.test(response.headers()['content-type'] ?? '')
    if (isJson) reading.push(readWords(response))
  })
  return async () => {
    const begun = reading
    reading = []
    await Promise.all(begun)
    return words
  }
}

/** The browser never hands out some responses of pages that were left. */
const giveUp = () => sleep(5_000, '', { ref: false })

export const splitWords = (text: string): readonly string[] =>
  text.toLowerCase().match(/\p{L}{2,}/gu) ?? []

/** What people read or hear on a page, except for marked texts. */
export function readUnmarked(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const isSkipped = (element: Element | null) =>
      !element ||
      element.closest('kbd, code, pre, script, style, noscript, svg, [aria-hidden=true]') !== null
    const walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (isSkipped(node)) continue
        for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
          texts.push(node.getAttribute(name) ?? '')
        }
      } else if (!isSkipped(node.parentElement)) texts.push(node.textContent ?? '')
    }
    return texts.filter(text => text !== '' && !/[‹›]/.test(text))
  })
}
