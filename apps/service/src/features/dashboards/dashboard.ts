import {
  type DashboardContent as Content,
  dashboardCardHeights,
  dashboardCardWidths,
  dashboardRangeNames,
  type Dashboard as Stored,
} from '@service/protocol'
import { z } from 'zod'
import { defineObject } from '../layouts/define-object.js'
import { CollectionName, Moment, Name, plainText } from '../projects/fields.js'

const MAX_CARDS = 60
const MAX_FILTERS = 20

const Day = z.iso.date('must be a day such as 2026-01-31')

const Range = z.union(
  [
    z.enum(dashboardRangeNames),
    z
      .strictObject({ from: Day, to: Day })
      .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be before from' }),
  ],
  {
    error: `must be days, {"from": "2026-01-01", "to": "2026-01-31"}, or one of: ${dashboardRangeNames.join(', ')}`,
  },
)

const Filter = defineObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,49}$/i, 'must have 1 to 50 letters, digits and _, a letter first')
    .meta({ description: 'Charts read the value as `{{filters.name}}`.' }),
  label: plainText(100).optional(),
  collectionName: CollectionName,
  fieldName: plainText(255),
  value: z
    .union([z.string().max(1000, 'must have at most 1000 characters'), z.number(), z.boolean()])
    .optional()
    .meta({ description: 'The value at first. Absent: any.' }),
})

const Card = defineObject({
  chartId: z.number().int().positive(),
  width: z.literal(dashboardCardWidths).meta({ description: 'Of twelve columns.' }),
  height: z.literal(dashboardCardHeights),
})

const fields = {
  name: Name,
  range: Range.optional(),
  filters: z
    .array(Filter)
    .max(MAX_FILTERS, `must have at most ${MAX_FILTERS} filters`)
    .refine(
      filters => new Set(filters.map(({ name }) => name)).size === filters.length,
      'must have different names',
    )
    .optional(),
  cards: z.array(Card).max(MAX_CARDS, `must have at most ${MAX_CARDS} cards`),
}

/** The body of a request to create or replace a dashboard. */
export const DashboardContent: z.ZodType<Content> = defineObject(fields)

/** A dashboard, as members of the team see it. */
export const Dashboard: z.ZodType<Stored> = z
  .object({
    id: z.number().int(),
    position: z.number().int(),
    ...fields,
    tag: z.string().meta({ description: 'The `ETag`, without quotes.' }),
    updatedAt: Moment,
    updatedBy: z
      .object({ id: z.number().int(), name: z.string() })
      .nullable()
      .meta({ description: 'Null when the service itself wrote it.' }),
  })
  .meta({ id: 'Dashboard' })

/** The body of a request to order the dashboards of a team. */
export const DashboardOrder = defineObject({
  ids: z
    .array(z.number().int().positive())
    .min(1, 'must have 1 to 1000 ids')
    .max(1000, 'must have 1 to 1000 ids')
    .refine(ids => new Set(ids).size === ids.length, 'must not name a dashboard twice'),
})
