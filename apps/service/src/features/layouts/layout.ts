import type { Layout as LayoutDocument } from '@service/protocol'
import { z } from 'zod'
import { isStorable } from '../notes/text.js'
import { CollectionName, plainText } from '../projects/fields.js'
import { defineObject } from './define-object.js'

/** At most this many fields, sections, groups or other items in one list of a layout. */
const MAX_ITEMS = 1000

const Paragraph = z
  .string()
  .max(2000, 'must have at most 2000 characters')
  .refine(isStorable, 'must not contain NUL characters or unpaired surrogates')

/** At most this many levels of lists and objects in the parameters of a widget. */
const MAX_DEPTH = 20

const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every(item => isNestedWithin(item, levels - 1)))

/** Whether PostgreSQL can store every text in a JSON value. */
function hasStorableTexts(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && hasStorableTexts(item))
}

const FieldName = plainText(255)
const Label = plainText(100)

const listOf = <T extends z.ZodType>(item: T) =>
  z.array(item).max(MAX_ITEMS, `must have at most ${MAX_ITEMS} items`)

/** The columns of a list: which, in which order, how wide. */
export const LayoutColumns = listOf(
  defineObject({
    field: FieldName,
    width: z
      .number()
      .int()
      .min(20, 'must be 20 to 4000')
      .max(4000, 'must be 20 to 4000')
      .optional()
      .meta({ description: 'In pixels.' }),
    isPinned: z.boolean().optional(),
  }),
)

/** How a list is sorted: the first field decides, the next one among equals. */
export const LayoutSort = z
  .array(defineObject({ field: FieldName, isDescending: z.boolean().optional() }))
  .max(20, 'must have at most 20 items')

const Section = defineObject({
  label: Label.optional(),
  fields: listOf(FieldName),
  columns: z.union([z.literal(1), z.literal(2)]).optional(),
  isCollapsed: z.boolean().optional(),
}).meta({ id: 'LayoutSection' })

const Widget = defineObject({
  name: plainText(100),
  parameters: z
    .record(plainText(100), z.unknown())
    .refine(value => isNestedWithin(value, MAX_DEPTH), {
      error: `must have at most ${MAX_DEPTH} levels`,
      abort: true,
    })
    .refine(hasStorableTexts, 'must not contain NUL characters or unpaired surrogates')
    .optional(),
}).meta({ id: 'LayoutWidget' })

const Item = z
  .discriminatedUnion(
    'kind',
    [
      defineObject({ kind: z.literal('collection'), name: CollectionName }),
      defineObject({ kind: z.literal('dashboard'), id: z.number().int().positive() }),
      defineObject({
        kind: z.literal('link'),
        label: Label,
        url: z
          .string()
          .max(2000, 'must have at most 2000 characters')
          .regex(/^https?:\/\/[^\p{Cc}\p{Cs}\s]+$/u, 'must be an http or https URL'),
      }),
    ],
    "must be one of 'collection', 'dashboard', 'link'",
  )
  .meta({ id: 'LayoutItem' })

const CollectionLayout = defineObject({
  label: Label.optional(),
  description: Paragraph.optional(),
  icon: plainText(50).optional(),
  titleField: FieldName.optional(),
  list: defineObject({
    columns: LayoutColumns.optional(),
    sort: LayoutSort.optional(),
    segments: listOf(plainText(255)).optional(),
    defaultView: z.number().int().positive().optional(),
  }).optional(),
  detail: defineObject({
    sections: listOf(Section).optional(),
    related: listOf(
      defineObject({ relation: FieldName, columns: listOf(FieldName).optional() }),
    ).optional(),
  }).optional(),
  forms: defineObject({
    create: listOf(Section).optional(),
    edit: listOf(Section).optional(),
  }).optional(),
  fields: z
    .record(
      FieldName,
      defineObject({
        label: Label.optional(),
        help: Paragraph.optional(),
        show: Widget.optional(),
        edit: Widget.optional(),
        isHidden: z.boolean().optional(),
      }),
    )
    .optional(),
  actions: defineObject({
    order: listOf(plainText(255)).optional(),
    primary: listOf(plainText(255)).optional(),
    hidden: listOf(plainText(255)).optional(),
  }).optional(),
}).meta({ id: 'CollectionLayout' })

/**
 * How a team sees its collections. It decides only about looks: rights are those of roles. Names that the
 * schema does not know are kept, so that a field that returns is shown as before.
 */
export const Layout: z.ZodType<LayoutDocument> = defineObject({
  version: z.literal(1),
  navigation: defineObject({
    groups: listOf(defineObject({ label: Label, items: listOf(Item) })),
    hidden: listOf(CollectionName),
  }),
  collections: z.record(CollectionName, CollectionLayout),
}).meta({ id: 'Layout' })

/** A layout with a tag that changes when the layout does. */
export const TaggedLayout = z
  .object({
    tag: z.string(),
    layout: Layout.nullable().meta({ description: 'Null while the team has none.' }),
  })
  .meta({ id: 'TaggedLayout' })
export type TaggedLayout = z.output<typeof TaggedLayout>
