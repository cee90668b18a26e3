/** @type {import('next').NextConfig} */
export default {
  // #region config
  serverExternalPackages: ['@service/agent'],
  // #endregion
  distDir: process.env.DIST_DIR,
  experimental: { turbopackFileSystemCacheForBuild: false },
}
