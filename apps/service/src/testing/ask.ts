export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

/** Sends one request and reads the answer, but not that of an event stream. A body is sent as JSON. */
export async function ask(
  base: string,
  method: string,
  path: string,
  options: { readonly headers?: Record<string, string>; readonly body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(new URL(path, base), {
    method,
    redirect: 'manual',
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : parse(text),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
