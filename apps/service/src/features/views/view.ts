import type { ViewState as SavedState, View as SavedView } from '@service/protocol'
import { z } from 'zod'
import { LayoutColumns, LayoutSort } from '../layouts/layout.js'
import { CollectionName, Moment, Name, plainText } from '../projects/fields.js'
import { conditionTree, RecordCondition } from '../roles/condition-tree.js'

/** The agent accepts search texts of this length. */
const MAX_SEARCH = 2000

/**
 * The state of a list. Fields and segments are not compared with the schema: they may be gone when the view
 * is opened, and the panel then shows which.
 */
const ViewState: z.ZodType<SavedState> = z
  .strictObject({
    search: z
      .string()
      .max(MAX_SEARCH, `must have at most ${MAX_SEARCH} characters`)
      .regex(/^[^\0\p{Cs}]*$/u, 'must not contain NUL characters or unpaired surrogates')
      .optional(),
    isSearchExtended: z.boolean().optional(),
    segment: plainText(255).optional(),
    filter: conditionTree(RecordCondition).optional().meta({
      id: 'ViewFilter',
      description: 'One condition, or a group of them; at most 10 levels and 500 conditions.',
    }),
    sort: LayoutSort.optional(),
    columns: LayoutColumns.optional(),
  })
  .meta({ id: 'ViewState' })

/** A saved view, as a person sees it. */
export const View: z.ZodType<SavedView> = z
  .object({
    id: z.number().int(),
    name: z.string(),
    icon: z.string().nullable(),
    collectionName: z.string(),
    isShared: z.boolean().meta({ description: 'Every member of the team sees it.' }),
    owner: z.object({ id: z.number().int(), name: z.string() }),
    isOwn: z.boolean(),
    position: z.number().int(),
    state: ViewState,
    updatedAt: Moment,
  })
  .meta({ id: 'View' })

const Icon = plainText(50).nullable()

/** The body of a request to create a view. */
export const NewView = z.strictObject({
  name: Name,
  icon: Icon.default(null),
  collectionName: CollectionName,
  isShared: z.boolean().default(false),
  state: ViewState,
})
export type NewView = z.output<typeof NewView>

/** The body of a request to change a view. Absent fields stay. */
export const ViewChange = z.strictObject({
  name: Name.optional(),
  icon: Icon.optional(),
  isShared: z.boolean().optional(),
  state: ViewState.optional(),
})
export type ViewChange = z.output<typeof ViewChange>

/** The body of a request to order views. */
export const ViewOrder = z.strictObject({
  collectionName: CollectionName,
  isShared: z.boolean().default(false),
  ids: z
    .array(z.number().int().positive())
    .min(1, 'must have 1 to 1000 ids')
    .max(1000, 'must have 1 to 1000 ids')
    .refine(ids => new Set(ids).size === ids.length, 'must not name a view twice'),
})
export type ViewOrder = z.output<typeof ViewOrder>
