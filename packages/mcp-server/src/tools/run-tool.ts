import { stringifyExactJson } from '@service/base'
import type { ProtocolSettings } from '../contracts.js'
import { InsufficientScopeError } from './errors.js'
import { correct, explain } from './explain-error.js'
import { type Exchange, openCall } from './open-call.js'
import type { EmbeddedFile, Tool, ToolAnswer } from './tool.js'

type Settings = Pick<ProtocolSettings, 'agent' | 'requestApproval' | 'logger'>

/** A tool result in the form of the protocol. */
export interface ToolResult {
  content: (EmbeddedFile | { readonly type: 'text'; readonly text: string })[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** Calls a tool for a client. Never rejects: a failure is a result that explains it. */
export async function runTool(
  tool: Tool,
  given: unknown,
  exchange: Exchange,
  settings: Settings,
): Promise<ToolResult> {
  const begun = performance.now()
  let collection: string | undefined
  try {
    if (!exchange.session.scopes.has(tool.scope)) {
      throw new InsufficientScopeError(tool.name, tool.scope)
    }
    const prepared = tool.prepare(given)
    const call = await openCall(settings, exchange)
    // An unknown name may be any text, so that it is not logged.
    collection = call.schema.find(prepared.subject.collectionName)?.name
    const result = await prepared
      .run(call)
      .catch(async error => Promise.reject(await correct(error, prepared.subject, call)))
    logResult(200)
    return toResult(result)
  } catch (error) {
    const { status, detail } = explain(error)
    if (exchange.signal.aborted) logResult(499)
    else {
      if (status >= 500) settings.logger('Error', `The MCP tool ${tool.name} failed`, error)
      logResult(status)
    }
    return { content: [{ type: 'text', text: `${detail} (HTTP ${status})` }], isError: true }
  }

  function logResult(status: number): void {
    const location = collection === undefined ? '' : ` on ${collection}`
    const time = Math.round(performance.now() - begun)
    settings.logger('Debug', `MCP tool ${tool.name}${location}: ${status} in ${time} ms`)
  }
}

function toResult({ value, files = [] }: ToolAnswer): ToolResult {
  return {
    content: [{ type: 'text', text: stringifyExactJson(value) ?? '' }, ...files],
    structuredContent: value,
  }
}
