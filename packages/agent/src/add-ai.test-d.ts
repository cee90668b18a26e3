import { createAiProvider } from '@service/ai-proxy'
import { createAgent } from './agent.js'

const options = { name: 'assistant', apiKey: '', model: '' }
const agent = createAgent({ authSecret: '', envSecret: '' })

agent
  .addAi(createAiProvider({ ...options, provider: 'anthropic', defaults: { temperature: 0 } }))
  .removeCollection('sessions')

// @ts-expect-error no provider of this name
createAiProvider({ ...options, provider: 'mistral' })

// @ts-expect-error the key is missing
createAiProvider({ name: 'assistant', provider: 'openai', model: '' })

// @ts-expect-error generation options are spelled as on the wire
createAiProvider({ ...options, provider: 'openai', defaults: { maxTokens: 3 } })

// @ts-expect-error options are no provider yet
agent.addAi({ ...options, provider: 'openai' })
