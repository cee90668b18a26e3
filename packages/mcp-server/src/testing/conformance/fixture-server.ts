import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server'
import { fixtureTools, png, requestStates } from './fixture-tools.js'

const noArguments = { type: 'object' as const, properties: {} }

const user = (text: string) => ({ role: 'user' as const, content: { type: 'text' as const, text } })

const prompts = [
  { name: 'test_simple_prompt', description: 'A text' },
  {
    name: 'test_prompt_with_arguments',
    description: 'A text with two parts',
    arguments: ['arg1', 'arg2'].map(name => ({ name, required: true })),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource',
    arguments: [{ name: 'resourceUri', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'An image' },
  { name: 'test_input_required_result_prompt', description: 'Asks first' },
]

const resources = [
  { uri: 'test://static-text', name: 'text', description: 'A text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'image', description: 'A pixel', mimeType: 'image/png' },
]

/** Everything that scenarios of the official conformance suite require of a server, by its fixed names. */
export function createFixtureServer(): Server {
  const server = new Server(
    { name: 'conformance', version: '1' },
    {
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} },
      requestState: { verify: requestStates.verify },
    },
  )
  server.setRequestHandler('tools/list', async () => ({
    tools: Object.entries(fixtureTools).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: inputSchema ?? noArguments,
    })),
  }))
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const fixture = fixtureTools[params.name]
    if (fixture) return fixture.run(ctx, params.arguments ?? {})
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No tool '${params.name}'.`)
  })
  server.setRequestHandler('prompts/list', async () => ({ prompts }))
  server.setRequestHandler(
    'prompts/get',
    async ({ params: { name, arguments: args = {} } }, ctx) => {
      switch (name) {
        case 'test_simple_prompt':
          return { messages: [user('This is a simple prompt for testing.')] }
        case 'test_prompt_with_arguments':
          return {
            messages: [user(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)],
          }
        case 'test_prompt_with_embedded_resource': {
          const resource = {
            uri: args.resourceUri ?? '',
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          }
          const content = { type: 'resource' as const, resource }
          const last = user('Please process the embedded resource above.')
          return { messages: [{ role: 'user', content }, last] }
        }
        case 'test_prompt_with_image': {
          const content = { type: 'image' as const, data: png, mimeType: 'image/png' }
          return { messages: [{ role: 'user', content }, user('Please analyze the image above.')] }
        }
        case 'test_input_required_result_prompt': {
          const given = ctx.mcpReq.inputResponses?.user_context
          if (given !== undefined) return { messages: [user(JSON.stringify(given))] }
          const user_context = inputRequired.elicit({
            message: 'What context should the prompt use?',
            requestedSchema: {
              type: 'object',
              properties: { context: { type: 'string' } },
              required: ['context'],
            },
          })
          return inputRequired({ inputRequests: { user_context } })
        }
        default:
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No prompt '${name}'.`)
      }
    },
  )
  server.setRequestHandler('resources/list', async () => ({ resources }))
  server.setRequestHandler('resources/templates/list', async () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (uri === 'test://static-binary') return contents({ uri, mimeType: 'image/png', blob: png })
    if (uri === 'test://static-text') {
      const text = 'This is the content of the static text resource.'
      return contents({ uri, mimeType: 'text/plain', text })
    }
    if (id === undefined) throw new ResourceNotFoundError(uri)
    const data = { id, templateTest: true, data: `Data for ID: ${id}` }
    return contents({ uri, mimeType: 'application/json', text: JSON.stringify(data) })
  })
  server.setRequestHandler('completion/complete', async () => ({
    completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
  }))
  return server
}

const contents = <Content>(content: Content) => ({ contents: [content] })
