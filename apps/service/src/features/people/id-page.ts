import { z } from 'zod'
import { InvalidRequestError } from '../../errors.js'

export const LIMIT_DEFAULT = 100

/** The paging parameters of a list sorted by id. */
export const IdPageQuery = z.object({
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'must be an integer from 1 to 1000')
    .transform(Number)
    .default(LIMIT_DEFAULT),
  cursor: z.string().optional().meta({ description: 'The nextCursor of the previous page' }),
})

/** A page of a list and the cursor of the next one. */
export const idPage = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), hasMore: z.boolean(), nextCursor: z.string().nullable() })

/** Reads one page: `read` receives the number of rows and the id after which to start. */
export async function readIdPage<T extends { readonly id: number }>(
  { limit, cursor }: z.output<typeof IdPageQuery>,
  read: (page: { readonly afterId: number; readonly limit: number }) => Promise<T[]>,
): Promise<{ data: T[]; hasMore: boolean; nextCursor: string | null }> {
  const rows = await read({
    afterId: readCursorId(cursor),
    limit: limit + 1,
  })
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  const hasMore = rows.length > limit
  return { data, hasMore, nextCursor: hasMore && last ? formatCursor(last.id) : null }
}

/** The id after which a cursor continues; 0 without a cursor. */
export const readCursorId = (cursor: string | undefined): number =>
  cursor === undefined ? 0 : parseCursor(cursor)

const formatCursor = (id: number) => Buffer.from(`id:${id}`).toString('base64url')

function parseCursor(cursor: string): number {
  const [, id] = /^id:([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id === undefined || formatCursor(Number(id)) !== cursor) {
    throw new InvalidRequestError(
      "'cursor' must be a nextCursor of this list.",
      'invalid_parameter',
    )
  }
  return Number(id)
}
