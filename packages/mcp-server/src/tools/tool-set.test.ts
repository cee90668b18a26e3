import { describe, expect, it } from 'vitest'
import { toolNames } from '../tool-names.js'
import { buildToolSet } from './tool-set.js'

const read = new Set(['mcp:read'] as const)
const every = new Set(['mcp:read', 'mcp:write', 'mcp:action'] as const)

describe('buildToolSet', () => {
  it('makes a list once for the same scopes and collections', () => {
    const tools = buildToolSet(new Set(['list']))
    const list = tools.listFor(read, ['orders'])
    expect(tools.listFor(new Set(read), ['orders'])).toBe(list)
    expect(tools.listFor(read, ['orders', 'customers'])).not.toBe(list)
    expect(tools.listFor(new Set(['mcp:write']), ['orders'])).toEqual([])
  })

  it('keeps a hundred lists, those made last', () => {
    const tools = buildToolSet(new Set(['list']))
    const first = tools.listFor(read, ['0'])
    for (let index = 1; index < 100; index++) tools.listFor(read, [String(index)])
    expect(tools.listFor(read, ['0'])).toBe(first)
    tools.listFor(read, ['100'])
    expect(tools.listFor(read, ['0'])).not.toBe(first)
  })

  it('does not refuse every name to somebody who may read no collection', () => {
    const [described] = buildToolSet(new Set(['list'])).listFor(read, [])
    expect(described?.inputSchema.properties?.collectionName).not.toHaveProperty('enum')
  })

  it.each(toolNames)('shows %s without a word about tools that are not enabled', name => {
    const [listing, ...others] = buildToolSet(new Set([name])).listFor(every, ['orders'])
    expect([listing?.name, others]).toEqual([name, []])
    const distinct = ['describeCollection', 'listRelated', 'getActionForm', 'executeAction']
    for (const other of distinct.filter(each => each !== name)) {
      expect(JSON.stringify(listing)).not.toContain(other)
    }
  })

  it('advises to look at the form before an action runs, where that can be done', () => {
    const names = new Set(['getActionForm', 'executeAction'])
    const run = buildToolSet(names).listFor(every, []).at(-1)
    expect(run?.description).toMatch(/Call getActionForm first until canExecute is true\.$/)
  })

  it('describes arguments without references, which many clients do not follow', () => {
    const all = ['list', 'listRelated', 'create', 'update', 'delete', 'executeAction']
    expect(JSON.stringify(buildToolSet(new Set(all)).listFor(every, []))).not.toContain('$')
  })
})
