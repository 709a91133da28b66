import { expect, it } from 'vitest'
import { backupsShownTo, providersShownTo, storageShownTo } from '../../src/core/api/app/shown-settings.ts'
import type { StorageState } from '../../src/shared/api-schemas/storage.ts'
import type { BackupsState } from '../../src/shared/app-api.ts'

const storage: StorageState = {
  service: {
    ...{ kind: 's3', url: 'https://node.example:5001/v2/s3cret', auth: 'key', version: 'S3', pinned: 3 },
    ...{ uriPrefix: 'https://nft.example/', publicUrl: 'https://nft.example/' },
    bucket: { name: 'nfts', region: 'auto', accessKeyId: 's3cret-id' },
  },
}
const providers = {
  drivers: [],
  set: [{ scope: 'cardano', kind: 'koios' as const, name: 'Koios', key: '…cret', url: 'https://k.example/s3cret' }],
  gateways: { custom: false, list: [] },
}
const place = '/home/ada/s3cret'
const backups: BackupsState = {
  ...{ missing: null, notice: `${place} is gone.`, schedule: { place, everyMinutes: 60, keep: 7 } },
  running: { place, since: '2026-01-01T00:00:00.000Z' },
  last: { place, name: 'b', madeAt: '2026-01-01T00:00:00.000Z', figures: null },
  bucket: { endpoint: 'https://s3.example/s3cret', region: 'auto', accessKeyId: 's3cret-id' },
}

it('of settings, who signed in and is no admin sees no address with a key, no part of a key and no folder', () => {
  for (const role of ['viewer', 'minter'] as const) {
    const seen = [
      storageShownTo({ role }, storage),
      providersShownTo({ role }, providers),
      backupsShownTo({ role }, backups),
    ]
    expect(JSON.stringify(seen)).not.toMatch(/cret/)
    expect(seen[0]).toMatchObject({ service: { url: 'https://node.example:5001', bucket: { name: 'nfts' } } })
    expect(seen[1]).toMatchObject({ set: [{ key: '…', url: 'https://k.example' }] })
    expect(seen[2]).toMatchObject({ last: { name: 'b' }, schedule: { everyMinutes: 60 } })
  }
  const folder = { service: storage.service && { ...storage.service, kind: 'folder' as const, url: place } }
  expect(storageShownTo({ role: 'viewer' }, folder).service?.url).toBe('…')
})

it('an admin, and the person at this computer, see settings as they are', () => {
  for (const who of [null, { role: 'admin' }] as const) {
    expect(storageShownTo(who, storage)).toBe(storage)
    expect(providersShownTo(who, providers)).toBe(providers)
    expect(backupsShownTo(who, backups)).toBe(backups)
  }
})
