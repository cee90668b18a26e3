import { knownNames } from '@service/base'
import type { Preferences as StoredPreferences } from '@service/protocol'
import { z } from 'zod'
import { CollectionName } from '../projects/fields.js'

const favourites = z
  .array(CollectionName)
  .max(100, 'must have at most 100 collections')
  .meta({ description: 'Names of collections.' })

const columns = z
  .record(CollectionName, z.string().max(2_000, 'must be at most 2,000 characters').nullable())
  .meta({ description: 'Columns as in the address of a list, by collection.' })

const RenderingKey = z.string().regex(/^[1-9]\d{0,14}$/, 'must be the id of a rendering')

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  density: z.enum(['compact', 'default', 'comfortable']),
  paging: z.enum(['continuous', 'pages']),
  language: z
    .string()
    .max(35, 'must be a language such as en or pt-BR')
    .regex(/^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8})*$/, 'must be a language such as en or pt-BR'),
  timezone: z.string().refine(isTimezone, 'must be a time zone such as Europe/Paris'),
  firstDayOfWeek: z
    .union([0, 1, 2, 3, 4, 5, 6].map(day => z.literal(day as 0 | 1 | 2 | 3 | 4 | 5 | 6)))
    .meta({ description: '0 is Sunday.' }),
  hasShortcuts: z.boolean(),
  isSidebarCollapsed: z.boolean(),
  lastRenderingId: z.number().int().positive(),
}

type Shape = Readonly<Record<string, z.ZodType>>

/** Allows each field to be absent. */
const optional = <S extends Shape>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.optional()])) as {
    [Name in keyof S]: z.ZodOptional<S[Name]>
  }

/** Allows each field to be absent or null. */
const removable = <S extends Shape>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as { [Name in keyof S]: z.ZodOptional<z.ZodNullable<S[Name]>> }

/** The settings of a person for the panel. */
export const Preferences: z.ZodType<StoredPreferences> = z
  .strictObject({
    ...optional(fields),
    favourites: z.record(RenderingKey, favourites).optional(),
    columns: z.record(RenderingKey, z.record(CollectionName, z.string())).optional(),
  })
  .meta({ id: 'Preferences' })

/** A change of preferences: fields that are absent stay, and null removes one. */
export const PreferencesChange = z
  .strictObject(
    {
      ...removable(fields),
      favourites: z.record(RenderingKey, favourites.nullable()).nullable().optional().meta({
        description: 'By the id of a rendering. Renderings that are absent stay.',
      }),
      columns: z.record(RenderingKey, columns.nullable()).nullable().optional().meta({
        description: 'By the id of a rendering. Renderings and collections that are absent stay.',
      }),
    },
    {
      error: issue =>
        issue.code === 'unrecognized_keys' ? describeUnknown(issue.keys) : undefined,
    },
  )
  .meta({ id: 'PreferencesChange' })
export type PreferencesChange = z.output<typeof PreferencesChange>

function describeUnknown([name = '']: readonly string[]): string {
  return `Unknown preference '${name}'. Known: ${knownNames(name, [...Object.keys(fields), 'favourites', 'columns'])}`
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
