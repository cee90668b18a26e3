import { associate } from './associate.js'
import { create } from './create.js'
import { deleteRecords } from './delete.js'
import { describeCollection } from './describe-collection.js'
import { dissociate } from './dissociate.js'
import { executeAction } from './execute-action.js'
import { getActionForm } from './get-action-form.js'
import { list } from './list.js'
import { listRelated } from './list-related.js'
import type { Tool } from './tool.js'
import { update } from './update.js'

/** All tools, in the order clients see them. */
export const tools: readonly Tool[] = [
  describeCollection,
  list,
  listRelated,
  create,
  update,
  deleteRecords,
  associate,
  dissociate,
  getActionForm,
  executeAction,
]
