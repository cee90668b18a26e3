/** Where entries wait for the service, and how much room they have. */
export interface ActivityLogOptions {
  /** Each process of an application has files of its own in it. Default: `.service/activity-log` beside the schema file. */
  readonly folder?: string
  /** When the service is away for so long that this is full, reads are dropped, then writes refused. Default: 64 MiB. */
  readonly maxBytes?: number
}
