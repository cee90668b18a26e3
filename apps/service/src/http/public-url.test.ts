import { expect, it } from 'vitest'
import { readConfig } from '../config.js'
import { listPanelOrigins } from './public-url.js'
import type { RequestInfo } from './request-info.js'

const origins = (publicUrl: string, localPort: number) =>
  listPanelOrigins(readConfig({ SERVICE_PUBLIC_URL: publicUrl }), { localPort } as RequestInfo)

it.each([
  ['https://admin.example.com', ['https://admin.example.com']],
  ['https://admin.example.com:8443/back-office/', ['https://admin.example.com:8443']],
  ['', ['http://127.0.0.1:3310', 'http://localhost:3310']],
])('the panel of a service at %j has the origins %j', (publicUrl, expected) => {
  expect(origins(publicUrl, 3310)).toEqual(expected)
})

it('has origins as browsers write them, without the default port', () => {
  expect(origins('', 80)).toEqual(['http://127.0.0.1', 'http://localhost'])
})
