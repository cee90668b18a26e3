/**
 * Reads JSON; a text that is none gives `otherwise`.
 *
 * @example
 * parseJson('{"id":1}') // { id: 1 }
 * parseJson('<html>') // undefined
 */
export function parseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
