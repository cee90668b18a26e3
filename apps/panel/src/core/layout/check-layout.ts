import { isObject } from '@service/base'

/** Returns what is wrong with a value and where; undefined when nothing is. */
type Check = (value: unknown, path: string) => string | undefined

/**
 * Says what is wrong with a layout document that did not come from the service, in words for whoever
 * wrote it; undefined when nothing is. The service checks it again, also the lengths of texts.
 *
 * @example
 * checkLayout({ version: 2 }) // "'version' must be 1"
 */
export function checkLayout(value: unknown): string | undefined {
  return document(value, '')
}

const name = (path: string): string => (path === '' ? 'The file' : `'${path}'`)
const join = (path: string, member: string): string => (path === '' ? member : `${path}.${member}`)

const is =
  (isRight: (value: unknown) => boolean, wanted: string): Check =>
  (value, path) =>
    isRight(value) ? undefined : `${name(path)} must be ${wanted}`

const text = is(value => typeof value === 'string' && value !== '', 'a text')
const paragraph = is(value => typeof value === 'string', 'a text')
const flag = is(value => typeof value === 'boolean', 'true or false')
const id = is(value => Number.isInteger(value) && (value as number) > 0, 'a positive integer')
const width = is(
  value => Number.isInteger(value) && (value as number) >= 20 && (value as number) <= 4000,
  'an integer from 20 to 4000',
)
const oneOrTwo = is(value => value === 1 || value === 2, '1 or 2')
const one = is(value => value === 1, '1')
const members = is(isObject, 'an object')
const address = is(
  value => typeof value === 'string' && /^https?:\/\/\S+$/.test(value),
  'an http or https URL',
)

const list =
  (item: Check): Check =>
  (value, path) => {
    if (!Array.isArray(value)) return `${name(path)} must be a list`
    return findProblem(value.map((each, index) => () => item(each, join(path, String(index)))))
  }

const record =
  (item: Check): Check =>
  (value, path) => {
    if (!isObject(value)) return `${name(path)} must be an object`
    return findProblem(
      Object.entries(value).map(
        ([key, each]) =>
          () =>
            item(each, join(path, key)),
      ),
    )
  }

function object(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const all = { ...required, ...optional }
  const allowed = Object.keys(all).join(', ')
  return (value, path) => {
    if (!isObject(value)) return `${name(path)} must be an object`
    const unknown = Object.keys(value).find(key => !Object.hasOwn(all, key))
    if (unknown !== undefined) {
      return `${name(join(path, unknown))} is not known. Allowed: ${allowed}`
    }
    const missing = Object.keys(required).find(key => !Object.hasOwn(value, key))
    if (missing !== undefined) return `${name(join(path, missing))} is missing`
    return findProblem(
      Object.entries(value).map(
        ([key, each]) =>
          () =>
            all[key]?.(each, join(path, key)),
      ),
    )
  }
}

function findProblem(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check()
    if (problem !== undefined) return problem
  }
  return undefined
}

const items: Readonly<Record<string, Check>> = {
  collection: object({ kind: text, name: text }),
  dashboard: object({ kind: text, id }),
  link: object({ kind: text, label: text, url: address }),
}

const item: Check = (value, path) => {
  const kind = isObject(value) ? String(value.kind) : ''
  const check = Object.hasOwn(items, kind) ? items[kind] : undefined
  if (check) return check(value, path)
  return `${name(join(path, 'kind'))} must be one of ${Object.keys(items).join(', ')}`
}

const sections = list(
  object({ fields: list(text) }, { label: text, columns: oneOrTwo, isCollapsed: flag }),
)
const widget = object({ name: text }, { parameters: members })

const collection = object(
  {},
  {
    label: text,
    description: paragraph,
    icon: text,
    titleField: text,
    list: object(
      {},
      {
        columns: list(object({ field: text }, { width, isPinned: flag })),
        sort: list(object({ field: text }, { isDescending: flag })),
        segments: list(text),
        defaultView: id,
      },
    ),
    detail: object(
      {},
      { sections, related: list(object({ relation: text }, { columns: list(text) })) },
    ),
    forms: object({}, { create: sections, edit: sections }),
    fields: record(
      object({}, { label: text, help: paragraph, show: widget, edit: widget, isHidden: flag }),
    ),
    actions: object({}, { order: list(text), primary: list(text), hidden: list(text) }),
  },
)

const document = object({
  version: one,
  navigation: object({
    groups: list(object({ label: text, items: list(item) })),
    hidden: list(text),
  }),
  collections: record(collection),
})
