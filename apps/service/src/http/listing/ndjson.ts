import { type Fail, textBody } from './text-body.js'

/** Returns the next rows as objects; an empty list at the end. */
export type NextItems = () => Promise<readonly object[]>

/** A body with one JSON object per line. `fail` receives an error that occurs while it is sent. */
export function ndjsonBody(
  first: readonly object[],
  next: NextItems,
  fail: Fail,
): ReadableStream<Uint8Array> {
  return textBody(formatLines(first), async () => formatLines(await next()), fail)
}

function formatLines(items: readonly object[]): string {
  let lines = ''
  for (const item of items) lines += `${JSON.stringify(item)}\n`
  return lines
}
