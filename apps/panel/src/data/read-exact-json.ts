import { parseExactJson } from '@service/base'

/** A response of an agent, with every digit of its numbers; undefined when it is no JSON. */
export function readExactJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
