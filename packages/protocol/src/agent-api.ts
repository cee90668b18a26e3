/**
 * The JSON documents exchanged by agent and service. The shapes are those of the protocol family;
 * our additions are marked as ours.
 */

/** Everyone (`true`), no one (`false`) or the listed roles. */
export type WireRight = boolean | { readonly roles: readonly number[] }

/**
 * Limits a right of one role. A leaf of `filter` may have `source`: `data` (a record) or `input` (a
 * form value).
 */
export interface WireCondition {
  readonly roleId: number
  readonly filter: object
}

export interface WireActionRights {
  readonly triggerEnabled: WireRight
  readonly triggerConditions?: readonly WireCondition[]
  readonly approvalRequired: WireRight
  readonly approvalRequiredConditions?: readonly WireCondition[]
  readonly userApprovalEnabled: WireRight
  readonly userApprovalConditions?: readonly WireCondition[]
  readonly selfApprovalEnabled: WireRight
}

export interface WireCollectionRights {
  readonly collection: {
    readonly browseEnabled: WireRight
    readonly readEnabled: WireRight
    readonly editEnabled: WireRight
    readonly addEnabled: WireRight
    readonly deleteEnabled: WireRight
    readonly exportEnabled: WireRight
  }
  /** Ours. Fields that are not listed have the rights of the collection. */
  readonly fields?: Readonly<
    Record<string, { readonly readEnabled: WireRight; readonly editEnabled: WireRight }>
  >
  readonly actions: Readonly<Record<string, WireActionRights>>
}

/**
 * `GET /agent-api/permissions/environment`. `true` in an environment without permission checks:
 * everything is allowed.
 */
export type WirePermissions =
  | true
  | { readonly collections: Readonly<Record<string, WireCollectionRights>> }

/** An element of `GET /agent-api/permissions/users`. */
export interface WireUser {
  readonly id: number
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly fullName: string
  readonly permissionLevel: string
  readonly roleId: number
  readonly tags: Readonly<Record<string, string>>
  /** Ours: the name of the role. */
  readonly role: string
  /** Ours: the renderings of the user's teams. */
  readonly renderingIds: readonly number[]
  /** Ours: name of the user in logs. */
  readonly username?: string
  /** Ours: sessions with a lower version have ended. */
  readonly sessionVersion?: number
}

export interface WireRenderingCollection {
  readonly scope: object | null
  readonly segments: readonly string[]
  readonly liveQuerySegments?: readonly {
    readonly connectionName: string
    readonly query: string
    /** Ours: by which lists ask for the segment without knowing its query. */
    readonly name?: string
  }[]
}

/** `GET /agent-api/permissions/renderings/{id}`. */
export interface WireRendering {
  readonly team: { readonly id: number; readonly name: string }
  readonly collections: Readonly<Record<string, WireRenderingCollection>>
  readonly stats: readonly object[]
}

/** `GET /agent-api/permissions/renderings`: ours, all renderings by id. */
export type WireRenderings = Readonly<Record<string, WireRendering>>

export type WireIpRule =
  | { readonly type: 0; readonly ip: string }
  | { readonly type: 1; readonly ipMinimum: string; readonly ipMaximum: string }
  | { readonly type: 2; readonly range: string }

/** `GET /agent-api/ip-rules`. */
export interface WireIpRules {
  readonly data: {
    readonly attributes: {
      readonly use_ip_whitelist: boolean
      readonly rules: readonly WireIpRule[]
    }
  }
}

/**
 * `GET /agent-api/ended-grants`: grants that ended while their access tokens may not have expired
 * yet.
 */
export interface WireEndedGrants {
  readonly endedGrants: readonly string[]
}

/** What an action made without code does. */
export type WireNoCodeAction =
  /** Posts the primary keys of the records to a URL. */
  | {
      readonly type: 'webhook'
      readonly configuration: { readonly url: string; readonly integration?: string }
    }
  /** Writes these values to the records. */
  | {
      readonly type: 'update-record'
      readonly configuration: {
        readonly fields: readonly {
          readonly fieldName: string
          readonly value: string | number | boolean | null
        }[]
      }
    }

/** An element of `GET /agent-api/model-customizations`: an action made without code. */
export interface WireCustomization {
  readonly name: string
  readonly type: 'action'
  /** The collection. */
  readonly modelName: string
  /** Default scope: `single`. */
  readonly configuration: {
    readonly scope?: 'single' | 'bulk' | 'global'
  } & WireNoCodeAction
}

/** `GET /agent-api/events`: the names of events. `refresh-renderings` carries `{ renderingIds }`. */
export type WireEvent =
  | 'heartbeat'
  | 'refresh-users'
  | 'refresh-roles'
  | 'refresh-renderings'
  /** Ours. */
  | 'refresh-ip-rules'
  /** Ours: a grant was revoked. */
  | 'refresh-grants'
  | 'refresh-customizations'

/** `GET /agent-api/renderings/{id}/authorization`, sent with the access token of the user. */
export interface WireAuthorization {
  readonly data: {
    readonly id: string
    readonly attributes: {
      readonly email: string
      readonly first_name: string
      readonly last_name: string
      readonly teams: readonly string[]
      readonly role: string
      /** Ours. */
      readonly role_id: number
      readonly permission_level: string
      readonly tags: readonly { readonly key: string; readonly value: string }[]
      /** Ours: the version that the session gets. */
      readonly session_version?: number
    }
  }
}

/**
 * `POST /agent-api/panel-codes`: ours. The person who requested the code, and the rendering they open. `preview` replaces
 * `renderingId` when an administrator looks as a role, so that an agent that does not know previews refuses it.
 */
export interface WirePanelSignIn extends WireAuthorization {
  readonly renderingId?: number
  readonly preview?: {
    readonly renderingId: number
    readonly role: { readonly id: number; readonly name: string }
    /** How long the session lasts. */
    readonly seconds: number
  }
}

/** The claims of a signed approval: `iss` is the service, `aud` is `approval:<environment id>`, `jti` the approval's id. */
export interface WireApproval {
  readonly jti: string
  /** The body of the action request to run, with `data.attributes.requester_id`. */
  readonly body: {
    readonly data: {
      readonly type: 'custom-action-requests'
      readonly attributes: Readonly<Record<string, unknown>> & {
        readonly requester_id: number
        readonly collection_name: string
        /** Ours. The agent runs only the action named here or by `smart_action_id`. */
        readonly action_name: string
      }
    }
  }
}
