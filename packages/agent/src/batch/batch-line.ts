import type { HttpResponse } from '@service/http'

/** One line of the response to a batch. The body is the text that the route wrote. */
export function writeLine(id: string, { status, headers, body }: HttpResponse): string {
  const text = typeof body === 'string' && body !== '' ? toOneLine(body) : 'null'
  return `{"id":${JSON.stringify(id)},"status":${status},"headers":${JSON.stringify(headers)},"body":${text}}\n`
}

/** A line break in JSON is always between values, since those in texts are escaped. */
function toOneLine(json: string): string {
  return json.includes('\n') ? json.replaceAll('\n', ' ') : json
}
