/** @type {import('next').NextConfig} */
export default {
  // #region config
  serverExternalPackages: ['@service/agent'],
  // #endregion
  experimental: { turbopackFileSystemCacheForBuild: false },
}
