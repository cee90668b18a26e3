import { z } from 'zod'

const text = z.string().nullish()
const texts = z.array(z.string()).nullish()

/** The metadata of a client (RFC 7591); other members are ignored. */
export const ProgramMetadata = z.looseObject({
  redirect_uris: z.array(z.string()).meta({
    description:
      'https, http on the same computer, or a custom scheme of the client. On the same computer, any port is accepted later.',
  }),
  token_endpoint_auth_method: text.meta({ description: 'Only `none`: clients have no secret.' }),
  grant_types: texts,
  response_types: texts,
  client_name: text.meta({ description: 'The name on the consent page.' }),
  client_uri: text,
  logo_uri: text.meta({ description: 'Stored as text; never fetched.' }),
})

/** A registered client. */
export const RegisteredProgram = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.number(),
    client_name: z.string().optional(),
    client_uri: z.string().optional(),
    logo_uri: z.string().optional(),
    redirect_uris: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
  })
  .meta({ id: 'RegisteredProgram' })
