import { z } from 'zod'

/** An object that refuses unknown members and lists those it can have. */
export function defineObject<T extends z.core.$ZodLooseShape>(shape: T) {
  const allowed = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: issue => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const names = issue.keys.map(key => `'${[...(issue.path ?? []), key].join('.')}'`)
      return `Unknown field ${names.join(', ')}. Allowed: ${allowed}.`
    },
  })
}
