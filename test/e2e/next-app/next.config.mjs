/** @type {import('next').NextConfig} */
export default {
  // #region config
  serverExternalPackages: ['@service/agent', '@service/datasource-memory'],
  // #endregion
}
