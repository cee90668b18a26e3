import { z } from 'zod'
import { PathId } from '../projects/fields.js'
import { ActivityLogInput } from './activity-log-input.js'

const { type, action, label, recordIds, collectionName } = ActivityLogInput.shape

/** The state of an action when a client reports it. */
const statuses = ['pending', 'completed', 'failed'] as const

/** Clients send identifiers as text or as numbers. */
const Id = z.union([z.string(), z.number().transform(String)])

const RenderingId = Id.pipe(PathId)

/** An empty label is treated as absent. */
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

/** An action of a client on behalf of a person, in one of the person's renderings. */
export interface ActivityLogRequest {
  readonly type: z.output<typeof type>
  readonly action: z.output<typeof action>
  readonly label?: string
  readonly status: (typeof statuses)[number]
  readonly records?: readonly string[]
  readonly renderingId: number
  readonly collectionName?: string
}

/** The request as a JSON:API document. */
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

/** The request as a flat object. */
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

/** The outcome of an action that was reported before. */
export const ActivityLogEnd = z.object({ status: z.enum(['completed', 'failed']) })
