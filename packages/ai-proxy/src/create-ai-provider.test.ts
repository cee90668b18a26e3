import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createAiProvider } from './create-ai-provider.js'
import type { AiProviderOptions } from './options.js'
import { apiKey } from './testing/open-ai.js'

const options: AiProviderOptions = {
  name: 'assistant',
  provider: 'openai',
  apiKey,
  model: 'gpt-5-mini',
}
const signal = new AbortController().signal
const logger = () => {}

describe('createAiProvider', () => {
  it('tells its model, and shows the key to nobody', () => {
    const provider = createAiProvider(options)
    expect(provider.models).toEqual([
      { name: 'assistant', provider: 'openai', model: 'gpt-5-mini' },
    ])
    const printed = inspect(provider, { depth: null, showHidden: true }) + JSON.stringify(provider)
    expect(printed).not.toContain(apiKey)
  })

  it.each<[object, RegExp]>([
    [{ name: undefined }, /^Option 'name' is missing\. It must be a text\.$/],
    [{ provider: 'mistral' }, /^Option 'provider' is "mistral"\. .* one of openai, anthropic\.$/],
    [{ model: '' }, /^Option 'model' is ""\. It must be a text\.$/],
    [{ baseUrl: 'ai.example.com' }, /^Option 'baseUrl' is "ai\.example\.com"\. .* an address/],
    [{ baseUrl: 'https://me:secret@ai.example.com' }, /^Option 'baseUrl' is/],
    [{ timeoutMs: 600_000 }, /^Option 'timeoutMs' is 600000\. .* from 1 to 300000\.$/],
    [{ temprature: 1 }, /^Unknown option 'temprature'\. The options are: name, /],
    [{ defaults: 3 }, /^Option 'defaults' is 3\. /],
    [
      { defaults: { temprature: 1 } },
      /^Unknown option 'temprature' of 'defaults'.*'temperature'\?$/,
    ],
    [{ defaults: { top_p: 7 } }, /^Option 'defaults': 'top_p' is 7\. .* from 0 to 1\.$/],
    [{ defaults: { max_tokens: 1, max_completion_tokens: 1 } }, /mean the same/],
    [
      { provider: 'anthropic', defaults: { presence_penalty: 1 } },
      /^Option 'defaults': Anthropic has no 'presence_penalty'/,
    ],
  ])('refuses %j', (wrong, message) => {
    expect(() => createAiProvider({ ...options, ...wrong })).toThrow(message)
  })

  it.each([`${apiKey}\n`, `${apiKey} `, `${apiKey}é`, '', 7])(
    'refuses a key that cannot be sent, and does not repeat it: %j',
    wrong => {
      const make = () => createAiProvider({ ...options, apiKey: wrong as string })
      expect(make).toThrow(
        /^Option 'apiKey' is a \w+ \(its value is not shown\)\. It must be a text/,
      )
      expect(make).not.toThrow(apiKey)
    },
  )

  it('refuses what is no object', () => {
    expect(() => createAiProvider(undefined as unknown as AiProviderOptions)).toThrow(
      'createAiProvider expects an object of options, not undefined.',
    )
  })

  it('refuses a name it does not have, listing the one it has', async () => {
    const asked = createAiProvider(options).providerResponse({
      name: 'asistant',
      body: {},
      signal,
      logger,
    })
    await expect(asked).rejects.toMatchObject({
      status: 400,
      message: `No AI is called "asistant". There are: assistant. Did you mean 'assistant'?`,
    })
  })
})
