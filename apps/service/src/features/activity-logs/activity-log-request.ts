import { z } from 'zod'
import { PathId } from '../projects/fields.js'
import { ActivityLogInput } from './activity-log-input.js'

const { type, action, label, recordIds, collectionName } = ActivityLogInput.shape

/** How far an action got when a program tells of it. */
const statuses = ['pending', 'completed', 'failed'] as const

/** Programs write identifiers either way. */
const Id = z.union([z.string(), z.number().transform(String)])

const RenderingId = Id.pipe(PathId)

/** An empty label says nothing. */
const Label = z
  .string()
  .nullish()
  .transform(text => text || undefined)
  .pipe(label)

const attributes = {
  type,
  action,
  label: Label,
  status: z.enum(statuses).default('pending'),
  records: z
    .array(Id)
    .nullish()
    .transform(ids => (ids?.length ? ids : undefined))
    .pipe(recordIds),
}

/** What a program does for somebody, in one of their renderings. */
export interface ActivityLogRequest {
  readonly type: z.output<typeof type>
  readonly action: z.output<typeof action>
  readonly label?: string
  readonly status: (typeof statuses)[number]
  readonly records?: readonly string[]
  readonly renderingId: number
  readonly collectionName?: string
}

/** As a JSON:API document. */
export const ActivityLogDocument = z
  .object({
    data: z.object({
      type: z.literal('activity-logs-requests').optional(),
      attributes: z.object(attributes),
      relationships: z.object({
        rendering: z.object({ data: z.object({ id: RenderingId }) }),
        collection: z
          .object({ data: z.object({ id: Id.pipe(collectionName.unwrap()) }).nullable() })
          .optional(),
      }),
    }),
  })
  .transform(
    ({ data: { attributes, relationships } }): ActivityLogRequest => ({
      ...attributes,
      renderingId: relationships.rendering.data.id,
      collectionName: relationships.collection?.data?.id,
    }),
  )

/** As a flat object. */
export const FlatActivityLog = z
  .object({
    ...attributes,
    renderingId: RenderingId,
    collectionModelName: Id.nullish()
      .transform(name => name ?? undefined)
      .pipe(collectionName),
  })
  .transform(
    ({ collectionModelName, ...rest }): ActivityLogRequest => ({
      ...rest,
      collectionName: collectionModelName,
    }),
  )

/** How what was told of has ended. */
export const ActivityLogEnd = z.object({ status: z.enum(['completed', 'failed']) })
