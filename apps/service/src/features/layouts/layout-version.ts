import type { PatchOperation as Operation, LayoutVersion as Version } from '@service/protocol'
import { z } from 'zod'
import { Moment } from '../projects/fields.js'
import { defineObject } from './define-object.js'
import { Layout } from './layout.js'

const PatchOperation: z.ZodType<Operation> = z
  .discriminatedUnion('op', [
    z.object({ op: z.enum(['add', 'replace']), path: z.string(), value: z.unknown() }),
    z.object({ op: z.literal('remove'), path: z.string() }),
  ])
  .meta({ id: 'PatchOperation', description: 'Of a JSON Patch (RFC 6902).' })

const common = {
  version: z.number().int(),
  author: z
    .object({ id: z.number().int(), name: z.string() })
    .nullable()
    .meta({ description: 'Null when the service itself wrote it.' }),
  createdAt: Moment,
}

/** An entry of the history of a layout. */
export const LayoutVersion: z.ZodType<Version> = z
  .object({
    ...common,
    patch: z.array(PatchOperation).meta({
      description: 'What changed since the version before; of the first one, since `null`.',
    }),
  })
  .meta({ id: 'LayoutVersion' })

/** A version with its whole document. */
export const LayoutVersionDocument = z
  .object({ ...common, layout: Layout })
  .meta({ id: 'LayoutVersionDocument' })

/** The body of a request to restore a version. */
export const LayoutRestoration = defineObject({ version: z.number().int().positive() })

/** The body of a request to copy the layout of another team or environment. */
export const LayoutCopy = defineObject({
  fromEnvironmentId: z.number().int().positive(),
  fromTeamId: z.number().int().positive(),
})
