import { describe, expect, it } from 'vitest'
import { nameFromPath, nameInPath, routeWords } from './path-name.js'

const names = ['orders', 'Order-lines_2', 'a b', 'a/b', '100%', 'ü?#', '.', '..', '...', '.csv']
const awkward = ['a.csv', 'a.CSV', '\\', '\\stats', '__proto__', ' ', 'a.csv.csv', 'a\\b']

describe('names in paths', () => {
  it.each([...names, ...awkward, ...routeWords])('keep %j through a URL', name => {
    const { pathname } = new URL(`http://agent/service/${nameInPath(name)}/x`)
    const [, , part = ''] = pathname.split('/')
    expect(nameFromPath(decodeURIComponent(part))).toBe(name)
    expect(pathname.split('/')).toHaveLength(4)
  })

  it('are ordinary where they can be', () => {
    expect(['orders', 'Order-lines_2', 'public.books'].map(nameInPath)).toEqual([
      'orders',
      'Order-lines_2',
      'public.books',
    ])
  })
})
