import { isWebhookUrl, type WireCustomization } from '@service/protocol'
import { z } from 'zod'
import { CollectionName, Name, plainText } from '../projects/fields.js'

const MAX_ACTIONS = 200
const MAX_FIELDS = 50
const MAX_VALUE_LENGTH = 10_000
const MAX_URL_LENGTH = 2000

const Scope = z.enum(['single', 'bulk', 'global']).optional().meta({
  description: 'What it runs on: one record (the default), a selection, or the collection.',
})

const WebhookUrl = z
  .string()
  .max(MAX_URL_LENGTH, `must have at most ${MAX_URL_LENGTH} characters`)
  .refine(isWebhookUrl, 'must be an https URL without user and password; http only on localhost')
  .meta({ examples: ['https://hooks.example.com/orders'] })

const Webhook = z
  .strictObject({
    scope: Scope,
    type: z.literal('webhook'),
    configuration: z.strictObject({ url: WebhookUrl, integration: plainText(100).optional() }),
  })
  .meta({ description: 'Posts the primary keys of the records to a URL.' })

const Value = z.union([
  z
    .string()
    .max(MAX_VALUE_LENGTH, `must have at most ${MAX_VALUE_LENGTH} characters`)
    .regex(/^[^\0\p{Cs}]*$/u, 'must not contain NUL characters or unpaired surrogates'),
  z.number(),
  z.boolean(),
  z.null(),
])

const UpdateRecord = z
  .strictObject({
    // Updating a whole collection with one click is more likely a mistake than intended.
    scope: Scope.refine(scope => scope !== 'global', "must be 'single' or 'bulk'"),
    type: z.literal('update-record'),
    configuration: z.strictObject({
      fields: z
        .array(z.strictObject({ fieldName: plainText(255), value: Value }))
        .min(1, 'must have a field')
        .max(MAX_FIELDS, `must have at most ${MAX_FIELDS} fields`)
        .refine(
          fields => isDistinct(fields.map(({ fieldName }) => fieldName)),
          'must not name a field twice',
        ),
    }),
  })
  .meta({ description: 'Writes these values to the records.' })

const Customization = z.strictObject({
  name: Name,
  type: z.literal('action'),
  modelName: CollectionName.meta({ description: 'The collection.' }),
  configuration: z.discriminatedUnion('type', [Webhook, UpdateRecord]),
}) satisfies z.ZodType<WireCustomization>

/** Actions defined without code: data that agents validate and apply, never code that they run. */
export const Customizations = z
  .strictObject({
    actions: z
      .array(Customization)
      .max(MAX_ACTIONS, `must have at most ${MAX_ACTIONS} actions`)
      .refine(
        actions => isDistinct(actions.map(({ modelName, name }) => `${modelName}\0${name}`)),
        'must not have two actions with the same name on a collection',
      ),
  })
  .meta({ id: 'Customizations' })
export type Customizations = z.output<typeof Customizations>

function isDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length
}
