/**
 * Variables for programs that take no flags, such as those that npm starts: their embedded databases are ready sooner
 * when their code is not optimised.
 */
export const quickEmbedded = {
  NODE_OPTIONS: `--import data:text/javascript,import%20v8%20from'node:v8';v8.setFlagsFromString('--liftoff-only')`,
}
