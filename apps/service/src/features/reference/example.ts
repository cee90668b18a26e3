import type { JsonSchema, OpenApiDocument, Operation, Parameter } from '../../http/openapi/types.js'

/**
 * Builds a value that matches a schema, for the examples of the page. Optional members of nested objects are
 * omitted.
 */
function buildExample(
  schema: JsonSchema,
  schemas: OpenApiDocument['components']['schemas'],
  depth = 0,
): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.$ref) {
    const target = schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]
    return target && depth < 4 ? buildExample(target, schemas, depth + 1) : {}
  }
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return buildExample(choice, schemas, depth + 1)
  if (schema.properties) {
    const required = Object.entries(schema.properties).filter(([name]) =>
      schema.required?.includes(name),
    )
    return Object.fromEntries(
      required.map(([name, property]) => [name, buildExample(property, schemas, depth + 1)]),
    )
  }
  return scalar(
    schema,
    depth < 4 && schema.items ? [buildExample(schema.items, schemas, depth + 1)] : [],
  )
}

const formats: Readonly<Record<string, string>> = {
  email: 'person@example.com',
  'date-time': '2026-02-01T08:30:00.000000Z',
  uri: 'https://example.com',
}

function scalar({ type, format, minimum }: JsonSchema, list: readonly unknown[]): unknown {
  const values: Readonly<Record<string, unknown>> = {
    integer: minimum ?? 1,
    number: minimum ?? 1,
    boolean: true,
    array: list,
    object: {},
    string: formats[format ?? ''] ?? '…',
  }
  return values[Array.isArray(type) ? String(type[0]) : String(type)] ?? '…'
}

const credentials: Readonly<Record<string, string>> = {
  apiToken: "-H 'Authorization: Bearer svc_…'",
  personalToken: "-H 'Authorization: Bearer svcp_…'",
  session: "-b 'service_session=…'",
  csrfToken: "-H 'x-csrf-token: …'",
  environmentSecret: "-H 'service-secret-key: …'",
}

/** The curl command of an operation. */
export function buildCurlCommand(
  method: string,
  path: string,
  operation: Operation,
  { components: { schemas } }: OpenApiDocument,
): string {
  const filled = operation.parameters.reduce(fill, path)
  const security = operation.security.at(-1) ?? {}
  const body = operation.requestBody?.content['application/json']?.schema
  const words = [
    method === 'get' ? 'curl' : `curl -X ${method.toUpperCase()}`,
    ...Object.keys(security).map(name => credentials[name]),
    ...(body
      ? [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(buildExample(body, schemas)).replaceAll("'", "'\\''")}'`,
        ]
      : []),
    `"$SERVICE_URL${filled}"`,
  ]
  return words.join(' \\\n  ')
}

const NAMES: Readonly<Record<string, string>> = {
  projectName: 'Store',
  environmentName: 'Production',
}

const fill = (path: string, { name, in: location, schema }: Parameter) =>
  location === 'path'
    ? path.replace(`{${name}}`, NAMES[name] ?? (schema.type === 'integer' ? '1' : `…`))
    : path
