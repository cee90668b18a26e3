import type { PatchOperation } from '@service/protocol'
import { chooseRounds } from '@service/test-support'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPatch } from './create-patch.js'

/** Applies a patch as RFC 6902 says, and fails where a location is missing. */
function applyPatch(document: unknown, patch: readonly PatchOperation[]): unknown {
  return patch.reduce((current, operation) => {
    const names = operation.path
      .split('/')
      .slice(1)
      .map(name => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    return applyAt(current, names, operation)
  }, document)
}

function applyAt(value: unknown, names: readonly string[], operation: PatchOperation): unknown {
  const [name, ...rest] = names
  if (name === undefined) return operation.op === 'remove' ? undefined : operation.value
  if (Array.isArray(value)) return applyToList(value, Number(name), rest, operation)
  const members = new Map(Object.entries(value as object))
  const isAddition = operation.op === 'add' && rest.length === 0
  expect(members.has(name)).toBe(!isAddition)
  if (operation.op === 'remove' && rest.length === 0) members.delete(name)
  else members.set(name, applyAt(members.get(name), rest, operation))
  return Object.fromEntries(members)
}

function applyToList(
  list: readonly unknown[],
  index: number,
  rest: readonly string[],
  operation: PatchOperation,
): unknown[] {
  const isAddition = operation.op === 'add' && rest.length === 0
  expect(index).toBeLessThan(list.length + (isAddition ? 1 : 0))
  if (isAddition) return list.toSpliced(index, 0, operation.value)
  if (operation.op === 'remove' && rest.length === 0) return list.toSpliced(index, 1)
  return list.with(index, applyAt(list[index], rest, operation))
}

describe('createPatch', () => {
  it.each<[string, unknown, unknown, PatchOperation[]]>([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a whole document', null, { a: 1 }, [{ op: 'replace', path: '', value: { a: 1 } }]],
    ['a member', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ op: 'replace', path: '/b', value: 3 }]],
    [
      'members that come and go',
      { 'a/b': 1 },
      { 'c~d': 2 },
      [
        { op: 'remove', path: '/a~1b' },
        { op: 'add', path: '/c~0d', value: 2 },
      ],
    ],
    ['an item in the middle', [1, 2, 3], [1, 9, 2, 3], [{ op: 'add', path: '/1', value: 9 }]],
    [
      'items that go',
      [1, 2, 3, 4],
      [1, 4],
      [
        { op: 'remove', path: '/1' },
        { op: 'remove', path: '/1' },
      ],
    ],
    [
      'a member of an item',
      { columns: [{ field: 'a' }, { field: 'b', width: 1 }] },
      { columns: [{ field: 'a' }, { field: 'b', width: 2 }] },
      [{ op: 'replace', path: '/columns/1/width', value: 2 }],
    ],
    ['a list for an object', { a: [] }, { a: {} }, [{ op: 'replace', path: '/a', value: {} }]],
    [
      'a name of the prototype',
      {},
      { constructor: 1 },
      [{ op: 'add', path: '/constructor', value: 1 }],
    ],
  ])('describes %s', (_, before, after, patch) => {
    expect(createPatch(before, after)).toEqual(patch)
  })

  it('makes the new document of the old one', () => {
    const name = fc.oneof(
      fc.constantFrom('a', 'b', 'c', '', '/', '~', '~1', '0', 'constructor'),
      fc.string(),
    )
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, 0, 1, '', 'a'),
        fc.array(tie('value'), { maxLength: 6 }),
        fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
      ),
    }))
    fc.assert(
      fc.property(value, value, (before, after) => {
        const patch = createPatch(before, after)
        expect(applyPatch(before, patch)).toEqual(after)
        expect(createPatch(after, structuredClone(after))).toEqual([])
      }),
      { numRuns: chooseRounds(1_000, 5_000) },
    )
  })
})
