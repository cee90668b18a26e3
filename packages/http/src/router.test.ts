import { describe, expect, it, vi } from 'vitest'
import { createRouter } from './router.js'

const find = createRouter(
  [
    ['GET', '/'],
    ['GET', '/:collection'],
    ['POST', '/:collection'],
    ['GET', '/:collection.csv'],
    ['GET', '/:collection/count'],
    ['GET', '/:collection/:id'],
    ['PUT', '/:collection/:id'],
    ['DELETE', '/:collection/:id'],
    ['GET', '/:collection/:id/relationships/:relation'],
    ['GET', '/:collection/:id/relationships/:relation.csv'],
    ['GET', '/:collection/:id/relationships/:relation/count'],
    ['POST', '/stats/:collection'],
  ].map(([method, path]) => ({ method: method!, path: path!, handler: `${method} ${path}` })),
)

function failure(method: string, path: string): unknown {
  try {
    return find(method, path)
  } catch (error) {
    return error
  }
}

describe('createRouter', () => {
  it.each([
    ['GET', '/', 'GET /', {}],
    ['GET', '', 'GET /', {}],
    ['GET', '/books', 'GET /:collection', { collection: 'books' }],
    ['GET', '/books/', 'GET /:collection', { collection: 'books' }],
    ['POST', '/books', 'POST /:collection', { collection: 'books' }],
    ['GET', '/books.csv', 'GET /:collection.csv', { collection: 'books' }],
    ['GET', '/public.books.csv', 'GET /:collection.csv', { collection: 'public.books' }],
    ['GET', '/books%2Ecsv', 'GET /:collection', { collection: 'books.csv' }],
    ['GET', '/books/count', 'GET /:collection/count', { collection: 'books' }],
    ['DELETE', '/books/count', 'DELETE /:collection/:id', { collection: 'books', id: 'count' }],
    ['GET', '/books/1%7C2', 'GET /:collection/:id', { collection: 'books', id: '1|2' }],
    ['GET', '/stats/7', 'GET /:collection/:id', { collection: 'stats', id: '7' }],
    ['POST', '/stats/books', 'POST /stats/:collection', { collection: 'books' }],
    [
      'GET',
      '/books/1/relationships/my.authors.csv',
      'GET /:collection/:id/relationships/:relation.csv',
      { collection: 'books', id: '1', relation: 'my.authors' },
    ],
  ])('finds %s %s', (method, path, handler, params) => {
    expect(find(method, path)).toEqual({ handler, params })
  })

  it.each([
    'order lines',
    'größe',
    '注文',
    'a/b',
    'a.b',
    '100%',
    'a%20b',
    '__proto__',
    'constructor',
    'a:b',
    'a?b#c',
    '*',
  ])('decodes the collection name %j exactly once', name => {
    expect(find('GET', `/${encodeURIComponent(name)}/1`).params).toEqual(
      Object.assign(Object.create(null), { id: '1' }, { collection: name }),
    )
    expect(find('GET', `/${encodeURIComponent(name)}.csv`).params.collection).toBe(name)
  })

  it('answers HEAD where it answers GET', () => {
    expect(find('HEAD', '/books').handler).toBe('GET /:collection')
  })

  it('refuses another method with 405 and the allowed ones', () => {
    expect(failure('PATCH', '/books')).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
      message: 'The method PATCH is not allowed on /books: use one of GET, HEAD, POST',
      headers: { allow: 'GET, HEAD, POST' },
    })
  })

  it.each(['/books/1/2', '//', '/books//', '/books/../x', '/books/1/relationships'])(
    'refuses the unknown path %s with 404 naming it',
    path => {
      expect(failure('GET', path)).toMatchObject({
        name: 'NotFoundError',
        status: 404,
        message: `No route matches the path ${path}`,
      })
    },
  )

  it.each(['/%', '/%zz', '/%e9', '/books/%c3%28'])(
    'refuses the malformed path %s with 400',
    path => {
      expect(failure('GET', path)).toMatchObject({ status: 400, code: 'malformed_path' })
    },
  )

  it('finds the same where the runtime forbids generated code', () => {
    vi.stubGlobal('Function', function forbidden() {
      throw new EvalError('Code generation from strings disallowed for this context')
    })
    const walk = createRouter([{ method: 'GET', path: '/:collection.csv', handler: 'csv' }])
    vi.unstubAllGlobals()
    expect(walk('GET', '/order%20lines.csv')).toEqual({
      handler: 'csv',
      params: { collection: 'order lines' },
    })
  })
})
