import { expect, it } from 'vitest'
import { storageRequestOf } from '../../src/cli/commands/storage-request.ts'

it('what is typed for a storage is asked for, and what is missing is named', () => {
  expect(storageRequestOf('kubo', 'http://127.0.0.1:5001', undefined, {})).toEqual({
    ...{ kind: 'kubo', url: 'http://127.0.0.1:5001' },
  })
  expect(storageRequestOf('arweave', undefined, undefined, {})).toEqual({ kind: 'arweave' })
  expect(storageRequestOf('pinata', undefined, 'jwt', {})).toEqual({ kind: 'pinata', token: 'jwt' })
  const place = { bucket: 'nfts', keyId: 'id', publicUrl: 'https://nft.example.com' }
  expect(storageRequestOf('s3', 'https://s3.example.com', 'secret', place)).toEqual({
    ...{ kind: 's3', url: 'https://s3.example.com', bucket: 'nfts', region: 'auto', accessKeyId: 'id' },
    ...{ secretAccessKey: 'secret', publicUrl: 'https://nft.example.com', uris: 'https' },
  })
  expect(() => storageRequestOf('s3', 'https://s3.example.com', undefined, { bucket: 'nfts' })).toThrow(
    'Give --key-id <access key id>, too.',
  )
  expect(() => storageRequestOf('folder', '/srv/nft', undefined, {})).toThrow('Give --public-url <address where')
})
