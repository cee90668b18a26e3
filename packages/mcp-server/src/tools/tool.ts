import type { AgentClient } from '@service/agent-client'
import type { NewApprovalRequest } from '@service/service-client'
import * as z from 'zod'
import type { McpScope } from '../contracts.js'
import type { ToolName } from '../tool-names.js'
import { parseArguments } from './parse-arguments.js'
import type { SchemaIndex } from './schema-index.js'

/** The context of one tool call: the agent as the person sees it. */
export interface ToolCall {
  readonly agent: AgentClient
  readonly schema: SchemaIndex
  /** Submits an approval request for this person and returns its id. */
  requestApproval(request: Omit<NewApprovalRequest, 'userId' | 'renderingId'>): Promise<number>
}

/** A file returned in addition to the JSON. */
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

/** Hints for clients; those left out are unspecified. */
interface Hints {
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint: boolean
}

/** The collection, relation and sort that a call uses. */
export interface Subject {
  readonly collectionName: string
  readonly relationName?: string
  readonly sort?: { readonly field: string }
}

interface Definition<Input extends z.ZodRawShape> {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  /** Appended to the description when the tool `about` is enabled too. */
  readonly advice?: { readonly about: ToolName; readonly text: string }
  readonly scope: McpScope
  readonly hints: Hints
  readonly input: Input
  /** Absent when the result has no fixed shape. */
  readonly output?: z.ZodObject
  run(args: z.output<z.ZodObject<Input>>, call: ToolCall): Promise<ToolAnswer>
}

/** A call with valid arguments. */
interface PreparedCall {
  readonly subject: Subject
  run(call: ToolCall): Promise<ToolAnswer>
}

/** A tool that AI clients can call. */
export interface Tool extends Omit<Definition<z.ZodRawShape>, 'input' | 'run'> {
  readonly input: z.ZodObject
  /** Throws `InvalidArgumentsError` when the arguments are invalid. */
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
      // Every tool names its collection, relation and sort by the same arguments.
      return { subject: args as Subject, run: call => definition.run(args, call) }
    },
  }
}
