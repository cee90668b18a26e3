/**
 * Parses JSON; returns `otherwise` for a text that is not JSON.
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
