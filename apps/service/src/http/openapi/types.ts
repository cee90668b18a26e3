/** The subset of OpenAPI 3.1 that we write, and read back for the reference page. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly headers: Readonly<Record<string, HeaderObject>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Content
}

export interface HeaderObject {
  readonly description: string
  readonly schema: JsonSchema
}

export interface SecurityScheme {
  readonly type: 'http' | 'apiKey'
  readonly scheme?: 'bearer'
  readonly in?: 'cookie' | 'header'
  readonly name?: string
  readonly description: string
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

export interface Reference {
  readonly $ref: string
}

/** The subset of JSON Schema 2020-12 that zod writes. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}
