import { readFile } from 'node:fs/promises'
import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call } from '../testing/call.js'
import { openShop, type Shop } from '../testing/open-shop.js'
import { toolNames } from '../tool-names.js'

const page = new URL('../../../../docs/reference/mcp-tools.md', import.meta.url)
const example = /```json\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/g

const examples = [...(await readFile(page, 'utf8')).matchAll(example)].map(
  ([, called = '', answered = '']) => ({ ...JSON.parse(called), answer: JSON.parse(answered) }),
)

let shop: Shop
let client: Client

beforeAll(async () => {
  shop = await openShop()
  client = await shop.connect()
})
afterAll(() => shop.close())

it('shows every tool in docs/reference/mcp-tools.md', () => {
  expect(examples.map(({ name }) => name)).toEqual(toolNames)
})

it.each(examples)(
  'answers $name as docs/reference/mcp-tools.md says',
  async ({ name, answer, ...given }) => {
    expect((await call(client, name, given.arguments)).value).toEqual(answer)
  },
)
