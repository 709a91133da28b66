import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readIfThere } from '../../src/core/lib/durable-file.ts'
import { openContentStore } from '../../src/core/metadata/content-store.ts'
import { createPinner } from '../../src/core/metadata/pinner.ts'
import { folderService } from '../../src/core/metadata/services/folder-upload.ts'
import { openFreshStore } from '../store/fresh-store.ts'

it('a folder that a person uploads is asked for once, however many files a batch has', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mintdesk-folder-'))
  const [web, outbox] = [join(directory, 'web'), join(directory, 'outbox')]
  const server = createServer((request, response) => {
    void readIfThere(join(web, decodeURIComponent(request.url ?? ''))).then((bytes) =>
      bytes === undefined ? response.writeHead(404).end() : response.end(bytes),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const uriPrefix = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const content = await openContentStore(join(directory, 'content'))
  const store = await openFreshStore(join(directory, 'mintdesk.db'))
  const service = folderService({ path: outbox, publicUrl: uriPrefix }, content)
  try {
    const files = await Promise.all(
      Array.from({ length: 450 }, (_, place) => content.putBytes(Buffer.from(`picture ${place}`))),
    )
    const folder = await content.putFolder([{ name: '0.json', bytes: Buffer.from('{"name":"A"}') }])
    let now = 1_000
    const used = async () => ({ service, key: 'folder', uriPrefix })
    const pinner = createPinner({ db: store.db, clock: () => now, patienceMs: 60_000, service: used, seen: used })
    const ensure = () => pinner.ensure(folder.cid, uriPrefix, async () => [...files, { ...folder, size: 12 }])
    await expect(ensure()).rejects.toThrow(/^100 of 100 files that were looked for are not at/)
    expect((await readdir(outbox)).filter((name) => name.startsWith('baf'))).toHaveLength(451)
    await cp(outbox, web, { recursive: true })
    now += 60_000
    expect(await ensure()).toBe(true)
  } finally {
    await service.close()
    await store.close()
    server.closeAllConnections()
    server.close()
    await rm(directory, { recursive: true, force: true })
  }
})

it('a folder on a disk that was taken away is not made anew in its place', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'mintdesk-folder-'))
  const disk = join(directory, 'disk')
  const content = await openContentStore(join(directory, 'content'))
  const service = folderService({ path: join(disk, 'nft'), publicUrl: 'http://127.0.0.1:9/' }, content)
  try {
    const cids = [(await content.putBytes(Buffer.from('picture'))).cid]
    await expect(service.pin(cids)).rejects.toMatchObject({
      ...{ code: 'storage.wrong', message: expect.stringContaining(`${disk} is not there. Connect its disk`) },
    })
    await expect(readdir(disk)).rejects.toMatchObject({ code: 'ENOENT' })
  } finally {
    await service.close()
    await rm(directory, { recursive: true, force: true })
  }
})
