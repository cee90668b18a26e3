import { operators } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { nastyTexts as nasty } from '@service/test-support'

export interface FuzzRequest {
  readonly method: string
  /** Path and query below the prefix, ready to be sent. */
  readonly path: string
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
}

const words = ['books', 'authors', 'tags', 'book_tags', 'author', 'id', 'title', 'pages', 'count']
const columns = [
  'price',
  'sold',
  'is_new',
  'kind',
  'published',
  'born',
  'opens',
  'extra',
  'code',
  'scan',
]
const relations = ['author', 'books', 'tags', 'book_tags', 'book', 'label', 'title', 'nothing']
const zones = ['UTC', 'Europe/Paris', 'Mars/Base', '', '+02:00', 'utc', '../etc', 'UTC,UTC']

const escapes = ['%', '%ZZ', '%00', '%C3%28', '%2F', '%u0041', '+', '%20']

const routes: readonly (readonly [method: string, template: string])[] = [
  ['GET', '/'],
  ['POST', '/authentication'],
  ['GET', '/authentication/callback'],
  ['POST', '/authentication/code'],
  ['POST', '/authentication/logout'],
  ['POST', '/scope-cache-invalidation'],
  ['GET', '/{c}'],
  ['GET', '/{c}.csv'],
  ['GET', '/{c}/count'],
  ['GET', '/{c}/{id}'],
  ['POST', '/{c}'],
  ['PUT', '/{c}/{id}'],
  ['PUT', '/{c}/{id}/relationships/{r}/{index}'],
  ['DELETE', '/{c}'],
  ['DELETE', '/{c}/{id}'],
  ['GET', '/{c}/{id}/relationships/{r}'],
  ['GET', '/{c}/{id}/relationships/{r}.csv'],
  ['GET', '/{c}/{id}/relationships/{r}/count'],
  ['POST', '/{c}/{id}/relationships/{r}'],
  ['DELETE', '/{c}/{id}/relationships/{r}'],
  ['PUT', '/{c}/{id}/relationships/{r}'],
  ['POST', '/stats/{c}'],
  ['POST', '/_internal/capabilities'],
  ['POST', '/_internal/native_query'],
  ['GET', '/{nasty}/{nasty}/{nasty}'],
]

/** A request to a random route: some of its parts are right, some are not. */
export function randomRequest(random: Random, token: string): FuzzRequest {
  const [method, template] = random.pick(routes)
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => segment(random, name))
  const query = random.chance(0.95) ? queryString(random) : ''
  const hasBody = method !== 'GET' || random.chance(0.02)
  return {
    method: random.chance(0.03) ? random.pick(['PATCH', 'OPTIONS', 'HEAD', 'GET', 'PUT']) : method,
    path: path + query,
    headers: headers(random, token, hasBody),
    ...(hasBody && { body: body(random) }),
  }
}

function segment(random: Random, name: string): string {
  const good: Record<string, readonly string[]> = {
    c: ['books', 'books', 'authors', 'tags', 'book_tags'],
    r: relations,
    id: ['1', '2', '20', '1%7C0b53cd2f-6f3b-4f3e-9a54-0d2f4a1e8d11'],
    index: ['0', '1'],
  }
  const choices = good[name]
  if (choices && random.chance(0.75)) return random.pick(choices)
  return random.chance(0.2) ? random.pick(escapes) : encode(random.pick(nasty))
}

function queryString(random: Random): string {
  const parameters: readonly (() => string)[] = [
    () => `filters=${encode(maybeNasty(random, JSON.stringify(tree(random, 0))))}`,
    () => `sort=${encode(maybeNasty(random, `${random.pick(['', '-'])}${field(random)}`))}`,
    () => `page[size]=${encode(maybeNasty(random, '3'))}`,
    () => `page[number]=${encode(maybeNasty(random, '2'))}`,
    () => `page[after]=${encode(maybeNasty(random, ''))}`,
    () => `fields[books]=${encode(maybeNasty(random, `id,${field(random)}`))}`,
    () => `fields[${encode(random.pick(relations))}]=${encode(maybeNasty(random, 'name'))}`,
    () => `search=${encode(random.pick(nasty))}`,
    () => `searchExtended=${encode(random.pick(nasty))}`,
    () => `segment=${encode(random.pick(nasty))}`,
    () => `segmentQuery=${encode(random.pick(['select 1 as id', ...nasty]))}`,
    () => `connectionName=${encode(random.pick(['main', ...nasty]))}`,
    () => `precision=${encode(random.pick(['estimated', 'exact', ...nasty]))}`,
    () => `header=${encode(random.pick(['id,title', '["id"]', ...nasty]))}`,
    () => `filename=${encode(random.pick(nasty))}`,
    () => `delete=${encode(random.pick(['true', 'false', ...nasty]))}`,
    () => `state=${encode(random.pick(['{"renderingId":1}', ...nasty]))}`,
    () => `code=${encode(random.pick(nasty))}`,
    () => `${encode(random.pick(nasty))}=${random.pick(escapes)}`,
  ]
  const chosen = random.some(parameters, 0.07).map(make => make())
  const zone = random.chance(0.9) ? 'timezone=UTC' : `timezone=${encode(random.pick(zones))}`
  return `?${[zone, ...chosen].join('&')}`
}

function tree(random: Random, depth: number): unknown {
  if (depth < 3 && random.chance(0.25)) {
    const conditions = Array.from({ length: random.between(0, 3) }, () => tree(random, depth + 1))
    return { aggregator: random.pick(['and', 'or', 'And', 'xor', null]), conditions }
  }
  if (random.chance(0.05)) return random.pick([null, [], 'x', 1, { field: {} }, { conditions: 1 }])
  const operator = random.chance(0.9) ? random.pick(operators) : random.pick(nasty)
  return { field: maybeNasty(random, field(random)), operator, value: value(random, 0) }
}

function field(random: Random): string {
  const own = random.pick([...words, ...columns])
  return random.chance(0.2) ? `${random.pick(relations)}:${own}` : own
}

function value(random: Random, depth: number): unknown {
  const kinds: readonly (() => unknown)[] = [
    () => random.pick(nasty),
    () => random.pick(nasty),
    () => random.pick([0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 31), 5]),
    () => random.pick([null, true, false]),
    () => random.pick(['2024-03-31T01:30:00.000Z', '2024-03-31', '09:30:00', 'novel']),
    () => '0b53cd2f-6f3b-4f3e-9a54-0d2f4a1e8d11',
    () =>
      depth > 2 ? [] : Array.from({ length: random.between(0, 3) }, () => value(random, depth + 1)),
    () => (depth > 2 ? {} : { [random.pick(nasty)]: value(random, depth + 1) }),
  ]
  return random.pick(kinds)()
}

function attributes(random: Random): Record<string, unknown> {
  const names = random.some([...words, ...columns, ...nasty.slice(0, 12)], 0.12)
  return Object.fromEntries(names.map(name => [name, value(random, 0)]))
}

function body(random: Random): string {
  const identifier = () => ({
    type: random.pick(words),
    id: random.pick(['1', '2', 3, null, ...nasty]),
  })
  const ids = () => Array.from({ length: random.between(0, 3) }, () => identifier().id)
  const relationships = () => ({
    [random.pick(relations)]: { data: random.pick([null, identifier(), [identifier()], 1]) },
  })
  const documents: readonly (() => unknown)[] = [
    () => ({
      data: {
        type: 'books',
        attributes: { title: 'x', ...attributes(random) },
        relationships: relationships(),
      },
    }),
    () => ({ data: { id: identifier().id, attributes: attributes(random) } }),
    () => ({ data: [identifier(), identifier()] }),
    () => ({ data: random.pick([identifier(), null, 1, 'x', []]) }),
    () => ({
      data: {
        attributes: {
          ids: ids(),
          all_records: random.chance(0.3),
          all_records_ids_excluded: random.pick([[], ids(), null]),
          all_records_subset_query: random.pick([
            null,
            { filters: JSON.stringify(tree(random, 0)), search: random.pick(nasty) },
          ]),
        },
      },
    }),
    () => ({ data: { attributes: value(random, 0) } }),
    () => chart(random),
    () => ({ renderingId: value(random, 0) }),
    () => ({ collectionNames: random.pick([['books'], ['nothing'], value(random, 0)]) }),
    () => value(random, 0),
  ]
  if (random.chance(0.05))
    return random.pick(['{', '[1,', 'nul', '\u0000', '{"a":1}}', `${'['.repeat(5_000)}`, ''])
  return JSON.stringify(random.pick(documents)()) ?? ''
}

function chart(random: Random): object {
  const pick = (right: readonly string[]) =>
    random.chance(0.85) ? random.pick(right) : value(random, 0)
  return {
    type: pick(['Value', 'Objective', 'Pie', 'Line', 'Leaderboard', 'Percentage', 'Smart']),
    sourceCollectionName: 'books',
    aggregator: pick(['Count', 'Sum', 'Avg', 'Max', 'Min']),
    aggregateFieldName: pick([...columns, 'pages']),
    groupByFieldName: pick([...columns, 'title', 'author:name']),
    timeRange: pick(['Day', 'Week', 'Month', 'Quarter', 'Year']),
    labelFieldName: pick(['title', 'name']),
    relationshipFieldName: pick(relations),
    limit: pick(['5']) === '5' ? 5 : value(random, 0),
    filter: random.chance(0.5) ? tree(random, 0) : null,
    query: pick([
      'select 1 as value',
      'select key, value from (select 1 as key, 2 as value) t',
      'delete from books',
      'select 1; select 2',
      'select {{currentUser.id}} as value',
    ]),
    connectionName: pick(['main']),
  }
}

function headers(random: Random, token: string, hasBody: boolean): Record<string, string> {
  return {
    authorization: random.chance(0.97)
      ? `Bearer ${token}`
      : random.pick(['', 'Bearer', 'Bearer x.y.z', 'Basic eA==']),
    ...(hasBody && {
      'content-type': random.chance(0.95)
        ? 'application/json'
        : random.pick(['text/plain', 'application/x-www-form-urlencoded', 'x']),
    }),
    ...(random.chance(0.05) && {
      'forest-projection': random.pick(['id,title', 'author:name', 'a:b:c', ':', ',,']),
    }),
    ...(random.chance(0.03) && { origin: random.pick(['null', 'https://evil.example', 'x']) }),
  }
}

const maybeNasty = (random: Random, right: string) =>
  random.chance(0.9) ? right : random.pick(nasty)

/** Percent-encodes what a client must; a lone surrogate, which none can send, becomes U+FFFD. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString())
