import { describe, expect, it } from 'vitest'
import { formatClient, readClientMetadata, refuseConfidentialClient } from './client-metadata.js'

const uri = 'https://client.example/callback'

describe('the metadata of a client', () => {
  it('are read, and shown as they were read', () => {
    const metadata = readClientMetadata({
      redirect_uris: [uri, uri, 'http://127.0.0.1:3334/callback'],
      client_name: ' Helper ',
      client_uri: 'https://client.example',
      software_id: 'ignored',
    })
    expect(metadata).toEqual({
      name: 'Helper',
      uri: 'https://client.example',
      logoUri: null,
      redirectUris: [uri, 'http://127.0.0.1:3334/callback'],
    })
    const client = { ...metadata, clientId: 'c1', createdAt: '2030-01-01T00:00:00.000Z' }
    expect(formatClient(client)).toEqual({
      client_id: 'c1',
      client_id_issued_at: 1_893_456_000,
      client_name: 'Helper',
      client_uri: 'https://client.example',
      redirect_uris: [uri, 'http://127.0.0.1:3334/callback'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
  })

  it('may be null or absent, but for the redirect URIs', () => {
    const empty = { client_name: null, grant_types: null, logo_uri: undefined }
    expect(readClientMetadata({ redirect_uris: [uri], ...empty })).toMatchObject({
      name: null,
      logoUri: null,
    })
  })

  it.each<[unknown, string]>([
    [undefined, 'invalid_redirect_uri'],
    ['text', 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: uri }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill(uri) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [uri, 5] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [uri, 'javascript:x'] }, 'invalid_redirect_uri'],
    [
      { redirect_uris: [uri], token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
    ],
    [{ redirect_uris: [uri], grant_types: ['implicit'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [uri], grant_types: 'authorization_code' }, 'invalid_client_metadata'],
    [{ redirect_uris: [uri], response_types: ['token'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [uri], client_name: 5 }, 'invalid_client_metadata'],
    [{ redirect_uris: [uri], client_name: 'a\u202eb' }, 'invalid_client_metadata'],
    [{ redirect_uris: [uri], client_uri: 'javascript:x' }, 'invalid_client_metadata'],
    [{ redirect_uris: [uri], logo_uri: { href: uri } }, 'invalid_client_metadata'],
  ])('%j are refused', (given, code) => {
    expect(() => readClientMetadata(given)).toThrow(expect.objectContaining({ code, status: 400 }))
  })

  it('may not ask for a secret', () => {
    expect(() => refuseConfidentialClient({ token_endpoint_auth_method: 'none' })).not.toThrow()
    expect(() =>
      refuseConfidentialClient({ token_endpoint_auth_method: 'client_secret_basic' }),
    ).toThrow(expect.objectContaining({ code: 'invalid_client_metadata' }))
  })
})
