import type { Client } from '@modelcontextprotocol/client'

type Values = Record<string, unknown>

/** The part of a tool result that tests check; `value` is empty for an error. */
interface Called {
  readonly value: Values
  readonly text: string
  readonly isError: boolean
  readonly content: readonly Values[]
}

/** Calls a tool as an AI client does. */
export async function call(client: Client, name: string, args: Values = {}): Promise<Called> {
  const result = await client.callTool({ name, arguments: args })
  const content = result.content as unknown as Values[]
  return {
    value: (result.structuredContent ?? {}) as Values,
    text: String(content[0]?.text),
    isError: result.isError === true,
    content,
  }
}
