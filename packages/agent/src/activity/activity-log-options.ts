/** Where activity log entries are stored until the service accepts them, and how much space they may take. */
export interface ActivityLogOptions {
  /** Each process of an application writes its own files in this folder. Default: `.service/activity-log` beside the schema file. */
  readonly folder?: string
  /** When this is full because the service is unavailable, reads are dropped, then writes are rejected. Default: 64 MiB. */
  readonly maxBytes?: number
}
