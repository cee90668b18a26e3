import { isObject, parseJson } from '@service/base'
import { type Chunks, EventFailure, problemText, type Vendor } from './vendor.js'

/** The API of OpenAI, which is also the API for our clients. */
export const openai: Vendor = {
  title: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  path: '/chat/completions',
  headers: apiKey => ({ authorization: `Bearer ${apiKey}` }),
  toBody: (request, model) => ({ ...request, model }),
  toCompletion: response =>
    isObject(response) && Array.isArray(response.choices) ? response : undefined,
  openChunks,
}

function openChunks(): Chunks {
  let isDone = false
  let hasFinished = false
  return {
    read(data) {
      if (data === '[DONE]') {
        isDone = true
        return []
      }
      const chunk = parseJson(data)
      if (!isObject(chunk)) throw new EventFailure('It sent an event that is not JSON.')
      if (chunk.error) throw new EventFailure(problemText(chunk))
      hasFinished ||= hasFinishReason(chunk.choices)
      return [JSON.stringify(chunk)]
    },
    get isDone() {
      return isDone
    },
    // Some compatible servers leave out the final `[DONE]`.
    get isWhole() {
      return isDone || hasFinished
    },
  }
}

function hasFinishReason(choices: unknown): boolean {
  return Array.isArray(choices) && choices.some(choice => isObject(choice) && choice.finish_reason)
}
