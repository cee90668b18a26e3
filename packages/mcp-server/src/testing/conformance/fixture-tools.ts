import { setTimeout as wait } from 'node:timers/promises'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'

/** A red pixel, and silence. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

/** Protects the request state that a client sends back. */
export const requestStates = createRequestStateCodec({ key: 'k'.repeat(32) })

type Run = (
  ctx: ServerContext,
  args: Readonly<Record<string, unknown>>,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>

interface Fixture {
  readonly description: string
  readonly inputSchema?: Tool['inputSchema']
  readonly run: Run
}

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] })

const ask = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  })

const sampling = (question: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  })

/** As text: an object with a key `then` could be mistaken for a promise. */
const schemaOfEveryKeyword = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
    }
  },
  "properties": {
    "name": { "type": "string" },
    "address": { "$ref": "#/$defs/address" },
    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
    "phone": { "type": "string" },
    "email": { "type": "string" }
  },
  "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] },
  "additionalProperties": false
}`) as Tool['inputSchema']

/** The value that was filled in; undefined unless the form was accepted with this field. */
function filledIn({ mcpReq }: ServerContext, key: string, field: string): unknown {
  const response = mcpReq.inputResponses?.[key] as
    | { readonly action?: string; readonly content?: Readonly<Record<string, unknown>> }
    | undefined
  return response?.action === 'accept' ? response.content?.[field] : undefined
}

/** The library has no type for what clients send about themselves. */
interface Envelope {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities
}

const hasCapability = ({ mcpReq }: ServerContext, name: 'elicitation' | 'sampling' | 'roots') =>
  (mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY]?.[name] !== undefined

/** The tools that scenarios call by name. */
export const fixtureTools: Readonly<Record<string, Fixture>> = {
  test_simple_text: {
    description: 'Returns a text',
    run: () => text('This is a simple text response for testing.'),
  },
  test_image_content: {
    description: 'Returns an image',
    run: () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] }),
  },
  test_audio_content: {
    description: 'Returns a sound',
    run: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  },
  test_embedded_resource: {
    description: 'Returns a resource',
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    description: 'Returns a text, an image and a resource',
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: png, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    description: 'Fails',
    run: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_logging: {
    description: 'Logs',
    async run({ mcpReq }) {
      for (const message of ['started', 'processing data', 'completed']) {
        await mcpReq.log('info', `Tool ${message}`)
        await wait(20)
      }
      return text('Logged.')
    },
  },
  test_logging_tool: {
    description: 'Logs when it is asked to',
    async run({ mcpReq }) {
      await mcpReq.log('info', 'A line')
      return text('Logged.')
    },
  },
  test_tool_with_progress: {
    description: 'Reports progress',
    async run({ mcpReq }) {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined) {
          const params = { progressToken, progress, total: 100 }
          await mcpReq.notify({ method: 'notifications/progress', params })
        }
        await wait(20)
      }
      return text('Done.')
    },
  },
  test_missing_capability: {
    description: 'Needs a client that can be asked',
    run(ctx) {
      if (hasCapability(ctx, 'sampling')) return text('It can.')
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    },
  },
  test_streaming_elicitation: {
    description: 'Asks after it reported progress',
    async run(ctx) {
      const name = filledIn(ctx, 'user_name', 'name')
      if (name !== undefined) return text(`Hello, ${name}!`)
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
    },
  },
  json_schema_2020_12_tool: {
    description: 'Tool with JSON Schema 2020-12 features',
    inputSchema: schemaOfEveryKeyword,
    run: () => text('Fine.'),
  },
  test_input_required_result_elicitation: {
    description: 'Asks for a name',
    run(ctx) {
      const name = filledIn(ctx, 'user_name', 'name')
      if (typeof name === 'string') return text(`Hello, ${name}!`)
      return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
    },
  },
  test_input_required_result_sampling: {
    description: 'Asks a model',
    run({ mcpReq }) {
      const answer = mcpReq.inputResponses?.capital_question
      if (answer !== undefined) return text(JSON.stringify(answer))
      const question = sampling('What is the capital of France?')
      return inputRequired({ inputRequests: { capital_question: question } })
    },
  },
  test_input_required_result_list_roots: {
    description: 'Asks for roots',
    run({ mcpReq }) {
      const roots = mcpReq.inputResponses?.client_roots
      if (roots !== undefined) return text(JSON.stringify(roots))
      return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
    },
  },
  test_input_required_result_request_state: {
    description: 'Brings its state back',
    async run(ctx) {
      if (ctx.mcpReq.requestState() !== undefined) return text('state-ok')
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
        requestState: await requestStates.mint({ step: 1 }, ctx),
      })
    },
  },
  test_input_required_result_tampered_state: {
    description: 'Refuses a state that was changed',
    async run(ctx) {
      if (ctx.mcpReq.requestState() !== undefined) return text('state-ok')
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', 'ok', 'boolean') },
        requestState: await requestStates.mint({ step: 1 }, ctx),
      })
    },
  },
  test_input_required_result_multiple_inputs: {
    description: 'Asks three things at once',
    async run(ctx) {
      if (ctx.mcpReq.requestState() !== undefined) return text('All there.')
      return inputRequired({
        inputRequests: {
          user_name: ask('What is your name?', 'name'),
          greeting: sampling('Generate a greeting'),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await requestStates.mint({ step: 1 }, ctx),
      })
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice',
    async run(ctx) {
      const { step = 0 } = ctx.mcpReq.requestState<{ step: number }>() ?? {}
      if (step === 2) return text('Both are known.')
      const question: Record<string, InputRequest> =
        step === 0
          ? { step1: ask('Step 1: What is your name?', 'name') }
          : { step2: ask('Step 2: What is your favorite color?', 'color') }
      const requestState = await requestStates.mint({ step: step + 1 }, ctx)
      return inputRequired({ inputRequests: question, requestState })
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks what the client can be asked',
    run(ctx) {
      const inputRequests = {
        ...(hasCapability(ctx, 'elicitation') && { user_name: ask('Your name?', 'name') }),
        ...(hasCapability(ctx, 'sampling') && { greeting: sampling('Generate a greeting') }),
        ...(hasCapability(ctx, 'roots') && { client_roots: inputRequired.listRoots() }),
      }
      return Object.keys(inputRequests).length > 0
        ? inputRequired({ inputRequests })
        : text('Nothing can be asked.')
    },
  },
}
