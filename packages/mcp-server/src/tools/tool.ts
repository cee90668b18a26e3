import type { AgentClient } from '@service/agent-client'
import type { NewApprovalRequest } from '@service/service-client'
import * as z from 'zod'
import type { McpScope } from '../contracts.js'
import type { ToolName } from '../tool-names.js'
import { parseArguments } from './parse-arguments.js'
import type { SchemaIndex } from './schema-index.js'

/** What a tool works with: the agent as one person sees it, for the time of one call. */
export interface ToolCall {
  readonly agent: AgentClient
  readonly schema: SchemaIndex
  /** Brings a request of this person before those who may approve it, and tells its id. */
  requestApproval(request: Omit<NewApprovalRequest, 'userId' | 'renderingId'>): Promise<number>
}

/** A part of an answer besides its JSON. */
export interface EmbeddedFile {
  readonly type: 'resource'
  readonly resource: { readonly uri: string; readonly mimeType: string } & (
    | { readonly text: string }
    | { readonly blob: string }
  )
}

export interface ToolAnswer {
  readonly value: Readonly<Record<string, unknown>>
  readonly files?: readonly EmbeddedFile[]
}

/** Hints for clients; what is left out is not claimed. */
interface Hints {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: boolean
}

/** Which collection a call is about, and what of it. */
export interface Subject {
  readonly collectionName: string
  readonly relationName?: string
  readonly sort?: { readonly field: string }
}

interface Definition<Input extends z.ZodRawShape> {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  /** Ends the description where the tool it is about is enabled too. */
  readonly advice?: { readonly about: ToolName; readonly text: string }
  readonly scope: McpScope
  readonly hints: Hints
  readonly input: Input
  /** Absent where the answer has no fixed shape. */
  readonly output?: z.ZodObject
  run(args: z.output<z.ZodObject<Input>>, call: ToolCall): Promise<ToolAnswer>
}

/** A call whose arguments are in order. */
interface PreparedCall {
  readonly subject: Subject
  run(call: ToolCall): Promise<ToolAnswer>
}

/** Something an AI client can do. */
export interface Tool extends Omit<Definition<z.ZodRawShape>, 'input' | 'run'> {
  readonly input: z.ZodObject
  /** Throws `InvalidArgumentsError` when they are not those of the tool. */
  prepare(given: unknown): PreparedCall
}

type WithCollection = z.ZodRawShape & { readonly collectionName: z.ZodString }

export function defineTool<Input extends WithCollection>(definition: Definition<Input>): Tool {
  const input = z.strictObject(definition.input)
  return {
    ...definition,
    input,
    prepare(given) {
      const args = parseArguments(input, given)
      // Every tool is about a collection, and names relation and order alike.
      return { subject: args as Subject, run: call => definition.run(args, call) }
    },
  }
}
