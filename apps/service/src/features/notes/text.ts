import { z } from 'zod'

/** Text of a given length that PostgreSQL can store: without NUL and unpaired surrogates. */
export function text(min: number, max: number, base: z.ZodString = z.string()): z.ZodString {
  const length = { error: `must have ${min} to ${max} characters`, abort: true }
  return base.min(min, length).max(max, length).refine(isStorable, UNSTORABLE)
}

const UNSTORABLE = 'must not contain NUL characters or unpaired surrogates'

/** Whether PostgreSQL can store a text. */
export const isStorable = (value: string): boolean => !/[\0\p{Cs}]/u.test(value)
