import { inject } from 'vitest'

const known = new Map<string, Promise<unknown>>()

/** Asks the control of the run. The same question is asked once by each worker. */
export function askControlOnce<T>(path: string, body: unknown = null): Promise<T> {
  const key = `${path} ${JSON.stringify(body)}`
  const asked = known.get(key) ?? askControl<T>(path, body)
  known.set(key, asked)
  return asked as Promise<T>
}

export async function askControl<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`${inject('controlUrl')}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The control of the tests failed:\n${text}`)
  return JSON.parse(text)
}
