import { expect, it } from 'vitest'
import { describeReceiver, toPolicySource } from './redirect-target.js'

it.each([
  ['https://program.example:8443/x', 'program.example:8443', 'https://program.example:8443'],
  ['http://127.0.0.1:1/x', 'a program on this computer', 'http://127.0.0.1:1'],
  ['http://[::1]:1/x', 'a program on this computer', 'http:'],
  ['cursor://x/y', 'the app on this device that opens cursor: links', 'cursor:'],
])('%s is told to people and to their browser', (address, words, source) => {
  expect([describeReceiver(address), toPolicySource(address)]).toEqual([words, source])
})
